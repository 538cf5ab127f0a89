"""The modules that Rust paths denote."""

from codeshed.extract.languages.rust.rust_grammar import RUST
from codeshed.resolve.languages.rust.rust_modules import RustModules
from tests.resolve.languages.binding_listing import Repository


def _repository(text: str) -> Repository:
    return Repository(RUST, RustModules(), text)


def test_a_space_is_a_module_of_a_crate() -> None:
    found = _repository(
        """
        #- Cargo.toml
        [package]
        name = "my-app"
        [[bin]]
        name = "tool"
        path = "tools/tool.rs"
        #- build.rs
        #- src/lib.rs
        #- src/main.rs
        #- src/a.rs
        #- src/a/b.rs
        #- src/c/mod.rs
        #- src/c/d/mod.rs
        #- src/bin/one.rs
        #- src/bin/two/main.rs
        #- src/bin/two/part.rs
        #- tests/it.rs
        #- tests/other.rs
        #- tests/common/mod.rs
        #- tools/tool.rs
        #- tools/part.rs
        #- loose.rs
        """
    ).spaces()
    assert found == [
        "build.rs: rust:build.rs",
        "loose.rs: rust:build.rs.loose",
        "src/a.rs: rust:src/lib.rs.a",
        "src/a/b.rs: rust:src/lib.rs.a.b",
        "src/bin/one.rs: rust:src/bin/one.rs",
        "src/bin/two/main.rs: rust:src/bin/two/main.rs",
        "src/bin/two/part.rs: rust:src/bin/two/main.rs.part",
        "src/c/d/mod.rs: rust:src/lib.rs.c.d",
        "src/c/mod.rs: rust:src/lib.rs.c",
        "src/lib.rs: rust:src/lib.rs",
        "src/main.rs: rust:src/main.rs",
        "tests/common/mod.rs: rust:tests/*.common",
        "tests/it.rs: rust:tests/it.rs",
        "tests/other.rs: rust:tests/other.rs",
        "tools/part.rs: rust:tools/tool.rs.part",
        "tools/tool.rs: rust:tools/tool.rs",
    ]


_LIBRARY = """
    #- Cargo.toml
    [package]
    name = "my-app"
    [dependencies]
    serde = "1"
    #- src/lib.rs
    mod a;
    pub mod c;
    #[path = "odd/name.rs"]
    mod odd;
    mod missing;
    pub use a::{b::Deep, Thing};
    pub use c::*;
    use serde::{self, de::Error};
    extern crate serde as s;
    #- src/a.rs
    mod b;
    mod block { mod file; pub fn f() {} }
    use crate::c::{Color::{self, *}, inner::f, *};
    use self::b::Deep;
    use super::c::Color as Hue;
    use block::f as g;
    use b::Trait as _;
    use std::fmt;
    fn f() { crate::c::h(); fmt::run(); serde::x(); b::y(); }
    #- src/a/b.rs
    use super::super::c::Color;
    use super::Thing;
    #- src/a/block/file.rs
    #- src/c/mod.rs
    #- src/odd/name.rs
    #- src/main.rs
    mod a;
    use my_app::c::Color;
    use c::Other;
    """


def test_paths_within_a_crate() -> None:
    repository = _repository(_LIBRARY)
    repository.check(
        "src/lib.rs",
        """
        export a = rust:src/lib.rs.a [src/a.rs]
        export c = rust:src/lib.rs.c [src/c/mod.rs]
        export odd = rust:src/lib.rs.odd.name [src/odd/name.rs]
        missing = nothing
        export Deep = rust:src/lib.rs.a.b Deep [src/a/b.rs]
        export Thing = rust:src/lib.rs.a Thing [src/a.rs]
        export * = rust:src/lib.rs.c [src/c/mod.rs]
        export serde = ext:serde
        export Error = ext:serde.de.Error
        export s = ext:serde
        """,
    )
    repository.check(
        "src/a.rs",
        """
        export b = rust:src/lib.rs.a.b [src/a/b.rs]
        export file = rust:src/lib.rs.a.block.file [src/a/block/file.rs]
        export Color = rust:src/lib.rs.c Color [src/c/mod.rs]
        * = rust:src/lib.rs.c Color or rust:src/lib.rs.c.Color [src/c/mod.rs]
        export f = rust:src/lib.rs.c.inner f or rust:src/lib.rs.c inner.f or rust:src/lib.rs.c.inner.f [src/c/mod.rs]
        * = rust:src/lib.rs.c [src/c/mod.rs]
        export Deep = rust:src/lib.rs.a.b Deep [src/a/b.rs]
        export Hue = rust:src/lib.rs.c Color [src/c/mod.rs]
        export g = rust:src/lib.rs.a.block f or rust:src/lib.rs.a block.f or rust:src/lib.rs.a.block.f
        export - = rust:src/lib.rs.a.b Trait [src/a/b.rs]
        export fmt = ext:std.fmt
        crate = rust:src/lib.rs [src/c/mod.rs]
        nothing
        serde = rust:src/lib.rs.c.Color serde or rust:src/lib.rs.c serde or ext:serde
        nothing
        """,
    )
    repository.check(
        "src/a/b.rs",
        """
        export Color = rust:src/lib.rs.c Color [src/c/mod.rs]
        export Thing = rust:src/lib.rs.a Thing [src/a.rs]
        """,
    )
    repository.check(
        "src/main.rs",
        """
        export a = rust:src/lib.rs.a [src/a.rs]
        export Color = rust:src/lib.rs.c Color [src/c/mod.rs]
        export Other = rust:src/lib.rs.c Other [src/c/mod.rs]
        """,
    )


def test_workspaces_renamed_libraries_and_path_dependencies() -> None:
    _repository(
        """
        #- Cargo.toml
        [workspace]
        members = ["crates/*"]
        [workspace.dependencies]
        shared = { path = "crates/shared-things", package = "shared-things" }
        far = "1"
        #- crates/app/Cargo.toml
        [package]
        name = "app"
        [dependencies]
        shared.workspace = true
        far.workspace = true
        near = { path = "../near", package = "other-name" }
        [target.'cfg(unix)'.dev-dependencies]
        core-tools = { version = "1", package = "tools" }
        #- crates/app/src/main.rs
        use shared::x::Y;
        use far::Z;
        use near::N;
        use core_tools::T;
        use undeclared::U;
        use other_name::O;
        #- crates/shared-things/Cargo.toml
        [package]
        name = "shared-things"
        #- crates/shared-things/src/lib.rs
        #- crates/shared-things/src/x.rs
        #- crates/near/Cargo.toml
        [package]
        name = "other-name"
        [lib]
        name = "near_lib"
        path = "lib/root.rs"
        #- crates/near/lib/root.rs
        #- crates/tools/Cargo.toml
        [package]
        name = "tools"
        #- crates/tools/src/lib.rs
        #- crates/far/Cargo.toml
        [package
        broken
        #- crates/far/src/lib.rs
        #- crates/undeclared/Cargo.toml
        [package]
        name = "undeclared"
        #- crates/undeclared/src/lib.rs
        """
    ).check(
        "crates/app/src/main.rs",
        """
        export Y = rust:crates/shared-things/src/lib.rs.x Y [crates/shared-things/src/x.rs]
        export Z = ext:far.Z
        export N = rust:crates/near/lib/root.rs N [crates/near/lib/root.rs]
        export T = rust:crates/tools/src/lib.rs T [crates/tools/src/lib.rs]
        export U = rust:crates/undeclared/src/lib.rs U [crates/undeclared/src/lib.rs]
        export O = ext:other_name.O
        """,
    )


def test_the_modules_of_tests_and_of_files_without_a_manifest() -> None:
    repository = _repository(
        """
        #- tests/it.rs
        mod common;
        use common::setup;
        #- tests/common/mod.rs
        mod deep;
        #- tests/common/deep.rs
        use super::x;
        """
    )
    repository.check(
        "tests/it.rs",
        """
        export common = rust:tests/common/mod.rs [tests/common/mod.rs]
        export setup = rust:tests/common/mod.rs setup or rust:tests/common/mod.rs.setup [tests/common/mod.rs]
        """,
    )
    repository.check(
        "tests/common/deep.rs",
        "export x = rust:tests/common/mod.rs x or rust:tests/common/mod.rs.x [tests/common/mod.rs]",
    )
