"""The files that Lua module names denote."""

from codeshed.extract.languages.lua.lua_grammar import LUA
from codeshed.resolve.languages.lua.lua_modules import LuaModules
from tests.resolve.languages.binding_listing import Repository


def _repository(text: str) -> Repository:
    return Repository(LUA, LuaModules(), text)


def test_names_are_ends_of_paths() -> None:
    repository = _repository(
        """
        #- src/app/main.lua
        local a = require("app.a")
        local b = require "app.b"
        local c = require("app/b/c")
        local name = require("app.a").name
        require("app.a")
        local far = require("socket.http")
        local missing = require("app.missing")
        dofile("a.lua")
        dofile("scripts/run.lua")
        M.part = require("app.a")
        return M
        #- src/app/a.lua
        #- src/app/b/init.lua
        #- src/app/b/c.lua
        #- scripts/run.lua
        """
    )
    assert repository.spaces()[0] == "scripts/run.lua: lua:scripts/run.lua"
    repository.check(
        "src/app/main.lua",
        """
        a = lua:src/app/a.lua return or lua:src/app/a.lua [src/app/a.lua]
        b = lua:src/app/b/init.lua return or lua:src/app/b/init.lua [src/app/b/init.lua]
        c = lua:src/app/b/c.lua return or lua:src/app/b/c.lua [src/app/b/c.lua]
        name = lua:src/app/a.lua return.name or lua:src/app/a.lua name [src/app/a.lua]
        - = lua:src/app/a.lua return or lua:src/app/a.lua [src/app/a.lua]
        far = ext:socket.http
        missing = ext:app.missing
        - = lua:src/app/a.lua return or lua:src/app/a.lua [src/app/a.lua]
        - = lua:scripts/run.lua return or lua:scripts/run.lua [scripts/run.lua]
        export-only part = lua:src/app/a.lua return or lua:src/app/a.lua [src/app/a.lua]
        export-only return = lua:src/app/main.lua.local M or lua: M
        """,
    )


def test_of_several_the_nearest_counts() -> None:
    repository = _repository(
        """
        #- one/lua/util.lua
        #- one/lua/deep/util.lua
        #- one/lua/main.lua
        local util = require("util")
        #- two/lua/util.lua
        local util = require("util")
        #- three/main.lua
        local util = require("util")
        """
    )
    repository.check(
        "one/lua/main.lua", "util = lua:one/lua/util.lua return or lua:one/lua/util.lua [one/lua/util.lua]"
    )
    repository.check(
        "three/main.lua",
        "util = lua:one/lua/util.lua return or lua:one/lua/util.lua or lua:two/lua/util.lua return"
        " or lua:two/lua/util.lua [one/lua/util.lua two/lua/util.lua]",
    )


def test_the_folder_that_most_names_are_below_counts() -> None:
    _repository(
        """
        #- lib/kit/box.lua
        #- lib/kit/tag.lua
        #- lib/box/init.lua
        #- lib/kit/main.lua
        local tag = require("kit.tag")
        local box = require("box")
        """
    ).check(
        "lib/kit/main.lua",
        """
        tag = lua:lib/kit/tag.lua return or lua:lib/kit/tag.lua [lib/kit/tag.lua]
        box = lua:lib/box/init.lua return or lua:lib/box/init.lua [lib/box/init.lua]
        """,
    )
