"""Names that Lua code can use without loading anything: of all versions of Lua, LuaJIT, usual hosts, and test runners."""

_LANGUAGE = """
_ENV _G _VERSION arg assert collectgarbage coroutine debug dofile error getfenv getmetatable io ipairs load loadfile
loadstring math module next os package pairs pcall print rawequal rawget rawlen rawset require select setfenv setmetatable
string table tonumber tostring type unpack utf8 warn xpcall bit bit32 ffi jit gcinfo newproxy
"""
_HOSTS = """
ARGV KEYS cjson hs kong love lfs minetest ndk ngx playdate redis vim wx
"""
_TESTS = """
after_each before_each context describe expose finally insulate it lazy_setup lazy_teardown match mock pending randomize
setup spec spy strict_setup strict_teardown stub teardown test
"""

LUA_GLOBALS = frozenset(f"{_LANGUAGE} {_HOSTS} {_TESTS}".split())
"""Names that are external where nothing in the repository defines them; any other name is unknown."""

_STRING = "byte char dump find format gmatch gsub len lower match pack packsize rep reverse sub unpack upper"
_MEMBERS = {
    "bit32": "arshift band bnot bor btest bxor extract lrotate lshift replace rrotate rshift",
    "coroutine": "close create isyieldable resume running status wrap yield",
    "debug": """
        debug getfenv gethook getinfo getlocal getmetatable getregistry getupvalue getuservalue setcstacklimit setfenv sethook
        setlocal setmetatable setupvalue setuservalue traceback upvalueid upvaluejoin
    """,
    "io": "close flush input lines open output popen read stderr stdin stdout tmpfile type write",
    "math": """
        abs acos asin atan atan2 ceil cos cosh deg exp floor fmod frexp huge ldexp log log10 max maxinteger min mininteger mod
        modf pi pow rad random randomseed sin sinh sqrt tan tanh tointeger type ult
    """,
    "os": "clock date difftime execute exit getenv remove rename setlocale time tmpname",
    "package": "config cpath loaded loaders loadlib path preload searchers searchpath seeall",
    "string": f"{_STRING} gfind",
    "table": "clear clone concat foreach foreachi getn insert isarray isempty maxn move new nkeys pack remove setn sort unpack",
    "utf8": "char charpattern codepoint codes len offset",
}

LUA_MEMBERS = {f"lua.{name}": frozenset(members.split()) for name, members in _MEMBERS.items()}
"""All members of the standard tables, by their full names, in all versions of Lua and LuaJIT."""
