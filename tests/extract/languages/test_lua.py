"""Facts of Lua."""

from codeshed.extract.languages.lua.lua_grammar import LUA
from tests.extract.languages.fact_listing import (
    check_definitions,
    check_extensions,
    check_imports,
    check_locals,
    check_references,
    read,
)


def test_functions_tables_and_variables() -> None:
    check_definitions(
        LUA,
        """
        local M = {}
        M.__index = M
        function M.new(x, ...) end
        function M:run(a) end
        M.made = function(self, b) end
        function M.sub.deep() end
        M.count = 0
        M.count = 1
        local function own() local inner = function() end end
        function everywhere() end
        given = function() end
        local later
        later = function() end
        local limit <const> = 3
        local text, more = "a", { 1 }
        state = {}
        state = nil
        local handlers = { on = function(self, e) end, off = nil }
        return M
        """,
        """
        Class local.M private
        Variable <M>.__index = M
        Function <M>.new(x, ...) static
        Function <M>.run(a)
        Function <M>.made(b)
        Function <M.sub>.deep() static
        Variable <M>.count = <number>
        Function local.own() private
        Function local.own.inner() private
        Function lua:.everywhere()
        Function lua:.given()
        Function local.later()
        Variable local.limit = <number> const private
        Variable local.text = <string> private
        Variable local.more = <> private
        Variable lua:.state = <>
        Class local.handlers private
        Function local.handlers.on(e)
        """,
    )


def test_complexity() -> None:
    check_definitions(
        LUA,
        """
        function f()
            if a and b or c then elseif d then else end
            for i = 1, 2 do end
            for k in pairs(t) do end
            while x do end
            repeat until y
        end
        """,
        "Function lua:.f() complexity=9",
    )


def test_documentation_and_signatures() -> None:
    facts = read(
        LUA,
        """
        -- licence

        --- Runs.
        -- Twice.
        function run(
            a) return a end

        --[[ A block. ]]
        local x = 1 -- behind
        local y = 2
        """,
    )
    assert [(each.name, each.documentation, each.signature) for each in facts.definitions] == [
        ("run", "Runs.\nTwice.", "function run( a)"),
        ("x", "A block.", "local x = 1"),
        ("y", None, "local y = 2"),
    ]


def test_all_forms_of_imports() -> None:
    check_imports(
        LUA,
        """
        local a = require("x.y")
        local b, c = require 'p.q', require[[r]]
        local d = require("x").name
        e = require("global")
        require "side"
        local ok, f = pcall(require, "tried")
        M.sub = require("m.sub")
        M.part = require("m.parts").part
        local made = require("m.make")()
        local chained = require("m.chain").new(1)
        dofile("run.lua")
        local function g() local late = require("late") end
        -- require("comment")
        local s = "require('string')"
        local dynamic = require(name .. ".x")
        """,
        """
        module: x.y as a
        module: p.q as b
        module: r as c
        name: x name as d
        module: global as e
        nothing: side
        module: tried as f in local.ok
        export module: m.sub as sub
        export name: m.parts part as part
        module: m.make as require m·make in local.made
        module: m.chain as require m·chain in local.chained
        nothing: run.lua [file]
        module: late as late in local.g
        """,
    )


def test_what_a_file_returns() -> None:
    check_imports(LUA, "local M = {}\nreturn M", "export name: M as return")
    check_imports(LUA, "local M = {}\nreturn setmetatable(M, {})", "export name: M as return")
    check_imports(LUA, 'return require("other")', "export module: other as return")
    check_imports(
        LUA, "return { f = f, g = own, h = 1, [1] = i }", "export name: f as f\nexport name: own as g"
    )
    check_definitions(LUA, "return { f = function(x) end }", "Function f(x)")
    check_definitions(LUA, "return function(x) end", "Function return(x)")
    check_imports(LUA, "local function f() return M end", "")


def test_tables_that_look_up_in_others() -> None:
    check_extensions(
        LUA,
        """
        setmetatable(A, { __index = B, __call = f })
        setmetatable(C, D)
        local E = setmetatable({}, { __index = x.F })
        G.__index = H
        I.__index = I
        local function new() local o = {} setmetatable(o, I) return o end
        """,
        """
        A inherits B
        C inherits D
        E inherits x.F
        G inherits H
        """,
    )


def test_locals_and_what_is_known_of_them() -> None:
    check_locals(
        LUA,
        """
        function M:f(a, ...)
            local b, c = M.make(a), 1
            local o = setmetatable({}, M)
            local p = setmetatable({}, { __index = N })
            local q = setmetatable({}, self)
            for i = 1, 2 do end
            for k, v in ipairs(a.items) do end
            for line in io.lines() do end
            run(function(x) local y end)
        end
        """,
        """
        <M>.f a
        <M>.f b = M.make()
        <M>.f c = <number>
        <M>.f o = new M
        <M>.f p = new N
        <M>.f q = SELF
        <M>.f i
        <M>.f k
        <M>.f v = a.items[]
        <M>.f line
        <M>.f x
        <M>.f y
        """,
    )


def test_uses() -> None:
    check_references(
        LUA,
        """
        local state = {}
        function M:f(x)
            -- comment()
            print("call()", other)
            self.count = self.count + 1
            self:g(x).h{ key = value }
            state[x] = 2
            limit, x = 3, limit
            M.sub.run"text"
            goto done
            ::done::
        end
        M.h = function() end
        M.k = own
        """,
        """
        <M>.f call print
        <M>.f read other
        <M>.f write SELF.count
        <M>.f read SELF.count
        <M>.f call SELF.g
        <M>.f call SELF.g().h
        <M>.f read value
        <M>.f read state
        <M>.f write state
        <M>.f write limit
        <M>.f read limit
        <M>.f read M
        <M>.f read M.sub
        <M>.f call M.sub.run
        <M>.k read own
        """,
    )


def test_where_results_go() -> None:
    facts = read(LUA, "local a, b = f(), g()\nfor k in pairs(t) do end\nc = h()\ni()\n")
    calls = [each for each in facts.references if each.role.value == "Call"]
    assert [each.assigned_to for each in calls] == ["a", "b", None, "c", None]


def test_a_broken_file_gives_what_it_can() -> None:
    facts = read(LUA, "function good() call() end\nlocal = = 3\nfunction last() end\n")
    assert {"good", "last"} <= {each.name for each in facts.definitions}
    assert [each.code for each in facts.problems][:1] == ["syntax_error"]
    assert read(LUA, "").definitions == ()
    assert read(LUA, "#!/usr/bin/lua\nfunction f() end\n").definitions[0].name == "f"
