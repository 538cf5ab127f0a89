"""The folder that a Go import refers to."""

from codeshed.extract.languages.go.go_grammar import GO
from codeshed.resolve.languages.go.go_packages import GoModules
from tests.resolve.languages.binding_listing import Repository


def _repository(text: str) -> Repository:
    return Repository(GO, GoModules(), text)


def test_a_space_is_a_folder_and_outer_tests_and_programs_are_apart() -> None:
    found = _repository(
        """
        #- a/a.go
        package a
        #- a/a_windows.go
        package a
        #- a/a_test.go
        package a
        #- a/b_test.go
        package a_test
        #- a/gen.go
        package main
        #- main.go
        package main
        """
    ).spaces()
    assert found == [
        "a/a.go: go:a",
        "a/a_test.go: go:a",
        "a/a_windows.go: go:a",
        "a/b_test.go: go:a#a_test",
        "a/gen.go: go:a#main",
        "main.go: go:#main",
    ]


def test_imports_by_module_path_and_all_forms() -> None:
    _repository(
        """
        #- go.mod
        // of us
        module example.com/app // here
        go 1.20
        require other.org/x v1.0.0
        #- main.go
        package main
        import (
            "fmt"
            "net/http"
            str "example.com/app/text"
            . "example.com/app/text"
            _ "example.com/app/text"
            "example.com/app"
            "example.com/application"
            "other.org/x"
            "example.com/app/vendor/y"
            "C"
        )
        import "./text"
        #- app.go
        package app
        #- text/text.go
        package text
        #- text/text_linux.go
        package text
        #- text/text_test.go
        package text
        #- vendor/y/y.go
        package y
        """
    ).check(
        "main.go",
        """
        nothing
        fmt = ext:fmt
        http = ext:net.http
        str = go:text or go:text#main [text/text.go text/text_linux.go]
        * = go:text or go:text#main [text/text.go text/text_linux.go]
        - = go:text or go:text#main [text/text.go text/text_linux.go]
        app = go: or go:#main [app.go main.go]
        application = ext:example.com.application
        x = ext:other.org.x
        y = ext:example.com.app.vendor.y
        C = ext:C
        text = go:text or go:text#main [text/text.go text/text_linux.go]
        """,
    )


def test_nested_modules_replacements_and_workspaces() -> None:
    repository = _repository(
        """
        #- go.work
        go 1.20
        use (
            ./app
            ./lib
        )
        replace example.com/old => ./kept/old
        #- app/go.mod
        module example.com/app
        replace (
            example.com/fork v1.2.3 => ../forked
            example.com/far => far.org/far v1.0.0
            example.com/same => example.com/lib v0.0.0
        )
        #- app/main.go
        package main
        import (
            "example.com/lib/deep"
            "example.com/fork/x"
            "example.com/far/x"
            "example.com/same/deep"
            "example.com/old"
            "example.com/app/tools/x"
            "example.com/tools/x"
        )
        #- app/tools/go.mod
        module example.com/tools
        #- app/tools/x/x.go
        package x
        #- lib/go.mod
        module "example.com/lib"
        #- lib/deep/deep.go
        package deep
        #- copies/lib/go.mod
        module example.com/lib
        #- copies/lib/deep/deep.go
        package deep
        import "example.com/lib/deep"
        #- forked/x/x.go
        package x
        #- kept/old/old.go
        package old
        """
    )
    repository.check(
        "app/main.go",
        """
        nothing
        deep = go:lib/deep or go:lib/deep#main [lib/deep/deep.go]
        x = go:forked/x or go:forked/x#main [forked/x/x.go]
        x = ext:example.com.far.x
        deep = go:lib/deep or go:lib/deep#main [lib/deep/deep.go]
        old = go:kept/old or go:kept/old#main [kept/old/old.go]
        x = ext:example.com.app.tools.x
        x = go:app/tools/x or go:app/tools/x#main [app/tools/x/x.go]
        """,
    )
    repository.check(
        "copies/lib/deep/deep.go",
        "nothing\ndeep = go:copies/lib/deep or go:copies/lib/deep#main [copies/lib/deep/deep.go]",
    )


def test_names_of_packages_whose_paths_have_no_name() -> None:
    _repository(
        """
        #- a.go
        package a
        import "gopkg.in/yaml.v3"
        import "github.com/x/go-isatty"
        import "github.com/x/y/v2"
        import "example.com/api/v1"
        import "github.com/x/toml-parser"
        func f(c parser.Config) { v1.Get(); isatty.Is(); y.Z() }
        """
    ).check(
        "a.go",
        """
        export-only a = go:
        yaml = ext:gopkg.in.yaml.v3
        isatty = ext:github.com.x.go-isatty
        y = ext:github.com.x.y.v2
        v1 = ext:example.com.api.v1
        parser = ext:github.com.x.toml-parser
        """,
    )


def test_a_folder_called_src_and_no_or_a_broken_manifest() -> None:
    repository = _repository(
        """
        #- go.mod
        module (((
        replace => =>
        \0 x
        #- src/acme/a/a.go
        package a
        import "acme/b"
        import "acme/c"
        #- src/acme/b/b.go
        package b
        """
    )
    repository.check(
        "src/acme/a/a.go",
        "nothing\nb = go:src/acme/b or go:src/acme/b#main [src/acme/b/b.go]\nc = ext:acme.c",
    )
