"""Method names too common to be evidence of inheritance, each with the reason why.

A repository adds names of its own with the setting `common_method_names`.
"""

_MAKING = "every class is made somehow"
_TEXT = "any value may be written as text"
_COMPARING = "any values may be compared and looked up"
_COPYING = "any value may be copied"
_ENDING = "whatever holds something lets go of it"
_ACCESS = "whatever holds something gives it and takes it"
_WORK = "whatever does one thing calls it so"

COMMON_METHOD_NAMES = {
    **dict.fromkeys(("new", "init", "__init__", "constructor", "create", "build"), _MAKING),
    **dict.fromkeys(("toString", "to_string", "__str__", "__repr__"), _TEXT),
    **dict.fromkeys(("equals", "__eq__", "hashCode", "__hash__"), _COMPARING),
    **dict.fromkeys(("clone", "copy"), _COPYING),
    **dict.fromkeys(("dispose", "close", "__del__", "finalize"), _ENDING),
    **dict.fromkeys(("update", "get", "set"), _ACCESS),
    **dict.fromkeys(("run", "start", "stop", "execute"), _WORK),
}
"""Method names, with the reason why two classes that both have one need not be related."""
