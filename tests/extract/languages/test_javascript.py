"""Facts of JavaScript."""

from codeshed.extract.engine.extract_file import extract_code
from codeshed.extract.languages.javascript.javascript_grammar import JAVASCRIPT
from codeshed.model.text.decoded_source import DecodedSource
from tests.extract.languages.ecmascript_listing import (
    check_definitions,
    check_imports,
    check_locals,
    check_references,
    definitions,
    facts_of,
    imports,
    references,
)


def test_functions_classes_and_variables() -> None:
    check_definitions(
        """
        /** What it does. */
        // eslint-disable-next-line no-shadow
        export async function load(a, b = 1, {c}, ...rest) { return a && b ? c : rest; }
        function* walk() {}
        const add = (x, y) => x + y, LIMIT = 3, LIST = [];
        /** A dog. */
        export class Dog extends zoo.Animal {
          #secret = 1;
          static count = 0;
          handler = () => { this.bark(); };
          constructor() { super(); this.name = new Name(); this.name = 2; this.#secret = 3; }
          get age() { return 1; }
          static async make() {}
          *items() {}
          "quoted"() {}
        }
        class Mixed extends mix(Base, Other) {}
        const Cat = class extends Dog {};
        let {first, second: other = 1, ...more} = load(), [one] = walk();
        """,
        JAVASCRIPT,
        """
        function load (a, b=, {c}, ...rest) [async, exported, complexity 3] # What it does.
        function walk () [generator, private]
        function add (x, y) [private]
        variable LIMIT = number [private, const]
        variable LIST = Array [private, immutable]
        class Dog extends zoo.Animal [exported] # A dog.
        variable Dog.#secret = number [private, mutable]
        variable Dog.count = number [mutable]
        function Dog.handler ()
        function Dog.constructor () [constructor]
        variable Dog.name = new Name [mutable]
        function Dog.age () [property]
        function Dog.make () [async, static]
        function Dog.items () [generator]
        function Dog.quoted ()
        class Mixed may extend typeof<mix()>, Base, Other [private]
        class Cat extends Dog [private]
        variable first = load().first [private, mutable]
        variable other = load().second [private, mutable]
        variable more = load() [private, mutable]
        variable one = walk().@0 [private, mutable]
        """,
    )


def test_objects_and_prototypes() -> None:
    check_definitions(
        """
        const api = { url: "x", get() { return 1; }, put: (x) => x, "a b": function () {} };
        function Point(x) { this.x = x; }
        function Line(x) { this.x = x; }
        Point.prototype.move = function move(by) {};
        Point.prototype = { one() {}, two: function () {} };
        Object.assign(Point.prototype, { three() {} });
        Point.make = () => new Point(1);
        function run() { const local = { hidden() { helper(); } }; return local; }
        register({ nameless() { helper(); } });
        """,
        JAVASCRIPT,
        """
        variable api = {get: ?, put: ?, a b: ?} [immutable]
        function api.get ()
        function api.put (x)
        function api.a b ()
        function Point (x)
        variable Point.x [mutable]
        function Line (x)
        variable Line.x [mutable]
        function Point.move (by)
        function Point.one ()
        function Point.two ()
        function Point.three ()
        function Point.make () = new Point
        function run () = {hidden: ?}
        function run.hidden ()
        function register.nameless ()
        """,
    )


def test_what_others_get() -> None:
    facts = facts_of(
        """
        const local = 1;
        exports = module.exports = create;
        exports.run = function (x) { return x; };
        exports.size = 5;
        exports.local = local;
        exports.whole = require("./whole");
        exports.part = require("./whole").part;
        module.exports.more = () => 1;
        module.exports = { local, renamed: local, method() {}, plain: 3, other: require("./other"), ...require("./rest") };
        module.exports = require("./index");
        module.exports = class Named {};
        Object.assign(exports, require("./all"));
        """,
        JAVASCRIPT,
    )
    assert definitions(facts) == [
        "variable local = number [const]",
        "function run (x) [exported]",
        "variable size = number [exported, mutable]",
        "function more () [exported]",
        "function method () [exported]",
        "variable plain = number [exported, mutable]",
        "class Named [exported]",
    ]
    assert imports(facts) == [
        "export name - create as default",
        "export name - run [own] in run",
        "export name - local as local",
        "export module ./whole as whole [call]",
        "export name ./whole part as part [call]",
        "export name - more [own] in more",
        "export name - local as local",
        "export name - local as renamed",
        "export module ./other as other [call]",
        "export all ./rest [call]",
        "export all ./index [call]",
        "export name ./index default as default [call]",
        "export name - Named as default in Named",
        "export all ./all [call]",
    ]


def test_defaults_without_a_name() -> None:
    for source, expected in (
        ("export default () => 1;", "function default () [exported]"),
        ("export default function () {}", "function default () [exported]"),
        ("export default class extends A {}", "class default extends A [exported]"),
        ("export default connect(x)(Y);", "variable default = connect()() [exported, mutable]"),
        ("module.exports = function (x) {};", "function default (x) [exported]"),
        ("module.exports = class extends A {};", "class default extends A [exported]"),
        ("module.exports = build(1);", "variable default = build() [exported, mutable]"),
    ):
        check_definitions(source, JAVASCRIPT, expected)


def test_import_forms() -> None:
    check_imports(
        """
        import def, {
          a,
          b as c,
          "quoted name" as d,
        } from "./many";
        import * as all from "./all";
        import "./effect";
        import data from "./data.json" with { type: "json" };
        export { a, b as c } from "./passed";
        export * from "./star";
        export * as space from "./space";
        export * as default from "./whole";
        export { all as everything };
        export default def;
        const one = require("./one"), { two, three: four, five = 1 } = require("./two"), six = require("./six").inner;
        require("./only");
        require.resolve("./resolved");
        import("./lazy").then((m) => m.go());
        async function main() { const { late } = await import(/* name */ `./late`); return late; }
        const name = "x"; require(name); import(`./${name}`);
        // import "./commented"; require("./commented")
        const text = 'import "./text"; require("./text")';
        """,
        JAVASCRIPT,
        """
        name ./many default as def
        name ./many a as a
        name ./many b as c
        name ./many quoted name as d
        module ./all as all
        nothing ./effect
        name ./data.json default as data
        export name ./passed a as a
        export name ./passed b as c
        export all ./star
        export module ./space as space
        export module ./whole as default
        export name - all as everything
        export name - def as default
        module ./one as one [call]
        name ./two two as two [call]
        name ./two three as four [call]
        name ./two five as five [call]
        name ./six inner as six [call]
        nothing ./only [call]
        nothing ./resolved [call]
        module ./lazy as require ·/lazy
        name ./late late as late [awaited] in main
        """,
    )


def test_references() -> None:
    check_references(
        """
        import { STATE, helper, Base, dec } from "./other";
        @dec("x") export class A extends Base {
          run(arg) {
            super.run(arg);
            this.count += 1;
            STATE.total = helper(arg, STATE.limit);
            const made = new Base.Inner(1);
            made.go?.();
            label: for (const arg of STATE.items) { use(arg); break label; }
            ({ shared, a: STATE.x } = arg);
            [shared, ...others] = arg;
            arg = 1;
          }
        }
        const o = { STATE, key: helper };
        """,
        JAVASCRIPT,
        """
        decorate A -> dec
        call A.run -> super.run/1
        read A.run -> this.count
        write A.run -> this.count
        read A.run -> STATE
        write A.run -> STATE.total
        call A.run -> helper/2
        read A.run -> STATE
        read A.run -> STATE.limit
        call A.run -> new Base.Inner/1
        read A.run -> Base
        call A.run -> made.go/0
        call A.run -> STATE.items.[Symbol.iterator]
        read A.run -> STATE
        read A.run -> STATE.items
        call A.run -> use/1
        read A.run -> arg.shared
        write A.run -> shared
        read A.run -> arg.a
        read A.run -> STATE
        write A.run -> STATE.x
        call A.run -> arg.[Symbol.iterator]
        write A.run -> shared
        write A.run -> others
        read o -> STATE
        read o -> helper
        """,
    )


def test_elements_are_uses() -> None:
    check_references(
        """
        const Item = React.memo(function Inner({ label }) { return <li title={label}>{TEXT}</li>; });
        function List({ onPick, ...rest }) {
          return <ui.Box {...rest}><Item key="1" onClick={onPick} /><svg:path /><Item>x</Item></ui.Box>;
        }
        """,
        JAVASCRIPT,
        """
        read Item -> React
        call Item -> React.memo/1
        read Item -> given.label
        read Item -> TEXT
        call List -> ui.Box
        read List -> ui
        call List -> Item
        call List -> Item
        """,
    )


def test_locals_have_their_places() -> None:
    check_locals(
        """
        function outer(a, { b, c: { d } }, [e]) {
          const made = new Made(), { name, x: y } = made;
          try { for (const item of made.items) { item.go(); } } catch (error) { log(error); }
          switch (a) { case 1: let z = 2; }
          return (f) => f;
        }
        for (const top of tops) { top(); }
        """,
        JAVASCRIPT,
        """
        outer: a
        outer: b
        outer: d
        outer: e
        outer: made = new Made
        outer: name = made.name
        outer: y = made.x
        outer: item = made.items[]
        outer: error
        outer: z = number
        outer: f
        -: top = tops[]
        """,
    )


def test_shadowed_names_are_no_reads() -> None:
    check_references(
        "import { a } from './a';\nfunction f(a) { return a; }\nfunction g() { return a; }",
        JAVASCRIPT,
        "read g -> a",
    )


def test_comments_and_strings_make_nothing() -> None:
    facts = facts_of("// call(); class A {}\n/* new B() */ 'c()'; `d()`;\n", JAVASCRIPT)
    assert (facts.definitions, facts.references, facts.imports) == ((), (), ())


def test_bytes_that_are_no_text() -> None:
    content = (
        b"const a = 'x'; exports.\xff\xfe = 1; \x84.prototype.y = function () {};\nfunction f() { a(); }\n"
    )
    facts = extract_code(DecodedSource(content=content), JAVASCRIPT)
    found = {each.name: each for each in facts.definitions}
    assert content[found["f"].begin :].startswith(b"function f")
    assert references(facts)[-1] == "call f -> a/0"


def test_a_broken_file_still_gives_what_it_can() -> None:
    facts = facts_of(
        "import { a } from './a';\nfunction f() { return a(; }\nclass B { m() {} }\n", JAVASCRIPT
    )
    assert {each.name for each in facts.definitions} >= {"f", "B", "m"}
    assert imports(facts) == ["name ./a a as a"]
    assert "call f -> a/0" in references(facts)
    assert facts.problems[0].code == "syntax_error"


def test_exports_that_define_something_hide_no_reads() -> None:
    check_references(
        """
        export function f() { return LIMIT; }
        export default class A { run() { return OTHER; } }
        """,
        JAVASCRIPT,
        """
        read f -> LIMIT
        read A.run -> OTHER
        """,
    )
