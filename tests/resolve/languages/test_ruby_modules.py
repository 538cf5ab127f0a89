"""Resolution of loaded files in Ruby."""

import pytest

from codeshed.extract.languages.ruby.ruby_grammar import RUBY
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.languages.ruby.ruby_files import RubyModules
from tests.support.code_lines import read_code

LAYOUT = RepositoryLayout(
    frozenset({
        "lib/app.rb", "lib/app/a.rb", "lib/json.rb", "app/models/user.rb", "app/models/admin/role.rb",
        "gems/one/lib/app.rb", "gems/one/lib/one/b.rb", "spec/spec_helper.rb", "vendor/x/lib/uri.rb",
        "vendor/x/lib/x.rb", "config/deep/only.rb", "twice/a/t.rb", "other/a/t.rb", "bin.rb",
    }),
    {},
)  # fmt: skip


@pytest.mark.parametrize(
    ("path", "code", "expected"),
    [
        ("bin.rb", "require 'app/a'", "lib/app/a.rb"),
        ("bin.rb", "require 'app/a.rb'", "lib/app/a.rb"),
        ("bin.rb", "require 'json'", "lib/json.rb"),
        ("bin.rb", "require './lib/app'", "lib/app.rb"),
        ("lib/app/a.rb", "require_relative '../json'", "lib/json.rb"),
        ("gems/one/lib/one/b.rb", "require 'app'", "gems/one/lib/app.rb"),
        ("spec/user_spec.rb", "require 'spec_helper'", "spec/spec_helper.rb"),
        ("lib/app.rb", "require 'user'", "app/models/user.rb"),
        ("lib/app.rb", "require 'admin/role'", "app/models/admin/role.rb"),
        ("lib/app.rb", "autoload :B, 'one/b'", "gems/one/lib/one/b.rb"),
        ("lib/app.rb", "load 'config/deep/only.rb'", "config/deep/only.rb"),
        ("lib/app.rb", "require 'deep/only'", "config/deep/only.rb"),
        ("lib/app.rb", "require 'a/t'", None),
        ("lib/app.rb", "require 'uri'", None),
        ("vendor/x/lib/x.rb", "require 'uri'", "vendor/x/lib/uri.rb"),
        ("lib/app.rb", "require 'app'", "gems/one/lib/app.rb"),
        ("lib/app.rb", "require_relative '../../../etc/x'", None),
    ],
)
def test_where_a_loaded_file_is(path: str, code: str, expected: str | None) -> None:
    facts = read_code(code + "\n", RUBY)
    binding = RubyModules().bind_import(path, facts, facts.imports[0], LAYOUT)
    assert binding is not None
    assert binding.files == (() if expected is None else (expected,))
    assert isinstance(binding.targets[0], ExternalTarget) if expected is None else not binding.targets


def test_a_file_beside_that_is_not_there() -> None:
    facts = read_code("require_relative 'json'\n", RUBY)
    assert RubyModules().bind_import("lib/app/a.rb", facts, facts.imports[0], LAYOUT) == Binding(
        targets=(), is_expected=True
    )


def test_what_is_outside_has_a_dotted_name() -> None:
    facts = read_code("require 'net/http'\n", RUBY)
    binding = RubyModules().bind_import("bin.rb", facts, facts.imports[0], LAYOUT)
    assert binding is not None
    assert binding.targets == (ExternalTarget("net.http"),)


def test_all_constants_share_a_space() -> None:
    facts = read_code("module A; class B; X = 1; def m; end; end; end\n", RUBY)
    system = RubyModules()
    assert system.namespace_of("lib/app.rb", facts, LAYOUT) == "ruby:"
    assert system.visible_namespaces("lib/app.rb", facts, LAYOUT) == ("ruby:",)
    assert [(each.name, each.namespace, each.is_exported) for each in facts.definitions] == [
        ("A", "", True),
        ("B", "A", True),
        ("X", "A.B", True),
        ("m", "A.B", False),
    ]
