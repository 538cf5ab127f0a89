"""All members of types of the JavaScript library; other types may have any member."""

_OBJECT = (
    "constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf __proto__"
)
_ERROR = "cause message name stack"
_TABLE = f"""
AggregateError {_ERROR} errors
Error {_ERROR}
EvalError {_ERROR}
RangeError {_ERROR}
ReferenceError {_ERROR}
SyntaxError {_ERROR}
TypeError {_ERROR}
URIError {_ERROR}
bigint
boolean
never
null
number toExponential toFixed toPrecision
undefined
void
symbol description
Date getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds getVarDate getYear setDate setFullYear setHours setMilliseconds setMinutes setMonth setSeconds setTime setUTCDate setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds setYear toDateString toGMTString toISOString toJSON toLocaleDateString toLocaleTimeString toTemporalInstant toTimeString toUTCString
Map clear delete entries forEach get getOrInsert getOrInsertComputed has keys set size values
Promise catch finally then
PromiseLike then
ReadonlyMap entries forEach get has keys size values
ReadonlySet difference entries forEach has intersection isDisjointFrom isSubsetOf isSupersetOf keys size symmetricDifference union values
Record
RegExp compile dotAll exec flags global hasIndices ignoreCase lastIndex multiline source sticky test unicode unicodeSets
RequestInit attributionReporting body cache credentials dispatcher duplex headers integrity keepalive method mode priority redirect referrer referrerPolicy signal window
ResponseInit headers status statusText
Set add clear delete difference entries forEach has intersection isDisjointFrom isSubsetOf isSupersetOf keys size symmetricDifference union values
WeakMap delete get getOrInsert getOrInsertComputed has set
WeakRef deref
WeakSet add delete has
"""

ECMASCRIPT_MEMBERS = {
    f"javascript.{name}": frozenset({*members, *_OBJECT.split()})
    for name, *members in (line.split() for line in _TABLE.splitlines() if line)
}
"""Members by the full name of the type."""
