"""Facts of TypeScript and TSX."""

from codeshed.extract.languages.typescript.typescript_grammar import TSX, TYPESCRIPT
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


def test_classes() -> None:
    check_definitions(
        """
        /** Keeps things. */
        @Injectable()
        export abstract class Store<T extends Item = Item> extends Base<T> implements Closable, io.Sink<T> {
          private readonly limit: number = 3;
          static shared?: Store<any>;
          protected abstract name: string;
          declare other: A | null;
          constructor(private readonly db: Db, public log?: Log, plain = 1, ...rest: string[]) { super(); }
          abstract close(): void;
          get size(): number { return 1; }
          /** Finds. */
          @Cached() async find<K extends keyof T>(this: Store<T>, key: K, { deep, at: when }: Options): Promise<T[]> { return []; }
          put(a: string): void;
          put(a: number): void;
          put(a: any): void {}
          onDone = (e: Event): boolean => true;
          [Symbol.iterator]() {}
        }
        class Mixed extends mix(A, B)<C> {}
        """,
        TYPESCRIPT,
        """
        class Store <T: Item> extends Base<T> implements Closable, io.Sink<T> [exported] # Keeps things.
        variable Store.limit : number = number [private, const]
        variable Store.shared : Store<any> [mutable]
        variable Store.name : string [protected, mutable]
        variable Store.other : A [mutable]
        function Store.constructor (db: Db, log: Log=, plain=, ...rest: string[]) [constructor]
        variable Store.db : Db [private, immutable]
        variable Store.log : Log [mutable]
        function Store.close () : void [abstract, bodiless]
        function Store.size () : number [property]
        function Store.find <K: PropertyKey> (key: K, { deep, at: when }: Options) : Promise<T[]> [async] # Finds.
        function Store.put (a: any) : void
        function Store.onDone (e: Event) : boolean
        function Store.[Symbol.iterator] ()
        class Mixed may extend typeof<mix()>, A, B [private]
        """,
    )


def test_other_types() -> None:
    check_definitions(
        """
        interface Shape<T> extends Named, Sized<T> {
          /** How wide. */
          readonly width: number;
          onChange?: (e: Change) => Result;
          area(unit: string): number;
          get kind(): Kind;
          (call: number): string;
          [key: string]: any;
        }
        enum Colour { Red, Green = 2, "Light Blue" }
        export const enum Flag { A = "a" }
        type Props = { size: Size; render(x: Node): Out } & Common;
        type Id = string | Key | undefined;
        type Pair = [A, B];
        export namespace Inner { export const q: Q = make(); function f(): void {} }
        declare module "outside" { export function far(x: X): Y; }
        declare global { interface Window { mine: Mine } }
        declare const VERSION: string;
        declare function ambient(a: A): void;
        import short = Inner.q;
        """,
        TYPESCRIPT,
        """
        interface Shape <T> extends Named, Sized<T> [private]
        variable Shape.width : number [immutable] # How wide.
        function Shape.onChange (e: Change) : Result [bodiless]
        function Shape.area (unit: string) : number [bodiless]
        function Shape.kind () : Kind [property, bodiless]
        enum Colour [private]
        variable Colour.Red [immutable]
        variable Colour.Green = number [immutable]
        variable Colour.Light Blue [immutable]
        enum Flag [exported]
        variable Flag.A = string [immutable]
        typealias Props : {}<size<Size>, render<-><Out, Node>>> | Common [private]
        variable Props.size : Size [mutable]
        function Props.render (x: Node) : Out [bodiless]
        typealias Id : string | Key [private]
        typealias Pair : ()<A, B> [private]
        class Inner [exported]
        variable Inner.q : Q = make() [exported, immutable]
        function Inner.f () : void [private]
        function "outside".far (x: X) : Y [bodiless, exported]
        interface Window [exported]
        variable Window.mine : Mine [mutable]
        variable VERSION : string [private, immutable]
        function ambient (a: A) : void [bodiless, private]
        variable short = Inner.q [private, mutable]
        """,
    )


def test_functions_and_variables() -> None:
    check_definitions(
        """
        export function pick<T>(a: T, b?: T[]): T;
        export function pick(a: any): any { return a ?? b; }
        export const twice = async <T,>(x: T): Promise<T> => x;
        const typed: Handler = function (this: Window, e: Event) {};
        const useIt = useCallback((x: X) => x, []);
        export default { setup(): void {}, name: "x" } satisfies Component;
        export const table = { get: (id: Id) => id } as const;
        function isA(x: unknown): x is A { return true; }
        """,
        TYPESCRIPT,
        """
        function pick (a: any) : any [exported, complexity 2]
        function twice <T> (x: T) : Promise<T> [async, exported]
        function typed (e: Event) : Handler [private]
        function useIt (x: X) = (X)x [private]
        variable default = {setup: ?} [exported, mutable]
        function default.setup ()
        variable table = {get: ?} [exported, immutable]
        function table.get (id: Id) = (Id)id
        function isA (x: unknown) : is<boolean, x, A> [private]
        """,
    )


def test_locals_have_types() -> None:
    check_locals(
        """
        function f({ a, b: c = 1 }: Props, cb: (e: Event) => void, d: D = make()) {
          const x: X = y, z = w as Z, v = <V>u, t = s!, r = q satisfies R;
          for (const item of x.items as Item[]) {}
          try {} catch (e: unknown) {}
        }
        """,
        TYPESCRIPT,
        """
        f: a = (Props)?.a
        f: c = (Props)?.b
        f: cb: -><void, Event>
        f: d: D = make()
        f: e: Event
        f: r = q
        f: t = s
        f: v = (V)u
        f: x: X = y
        f: z = (Z)w
        f: item = (Item[])x.items[]
        f: e: unknown
        """,
    )


def test_import_forms() -> None:
    check_imports(
        """
        /// <reference path="globals.d.ts" />
        /// <reference types="node" />
        import type { A } from "./types";
        import { type B, c, type D as E } from "./mixed";
        import type F from "./default";
        import type * as G from "./space";
        import H = require("./common");
        export type { I } from "./passed";
        export { type J, k } from "./passed";
        export type * from "./star";
        let x: import("./inline").Deep.Name;
        let y: typeof import("./whole");
        export = H;
        // import { no } from "./commented";
        """,
        TYPESCRIPT,
        """
        nothing ./globals.d.ts types
        nothing node types
        name ./types A as A types
        name ./mixed B as B types
        name ./mixed c as c
        name ./mixed D as E types
        name ./default default as F types
        module ./space as G types
        module ./common as H [call]
        export name ./passed I as I types
        export name ./passed J as J types
        export name ./passed k as k
        export all ./star types
        module ./inline as require ·/inline types [documented] in x
        name ./inline Deep.Name types in x
        nothing ./whole types in y
        module ./whole as require ·/whole types [documented] in y
        export name - H as default
        """,
    )


def test_references() -> None:
    check_references(
        """
        @Component({ selector: TAG })
        export class View {
          @Input() name: ns.Name = DEFAULT;
          constructor(@Inject(TOKEN) private http: Http, @Plain other: Other) { this.http.get<ns.Item>(URL as string); }
          @Listen() run(): ns.Out { return build<typeof SKIPPED>(this.name!); }
        }
        type T = typeof SKIPPED;
        function g(cb: (e: ns.Event) => void) { cb(new Thing<ns.Item>(LIMIT)); }
        """,
        TYPESCRIPT,
        """
        decorate View -> Component
        read - -> TAG
        decorate View.name -> Input
        read View.name -> DEFAULT
        decorate View.constructor -> Inject
        read View.constructor -> TOKEN
        write View.constructor -> this.http
        decorate View.constructor -> Plain
        read View.constructor -> this.http
        call View.constructor -> this.http.get/1
        read View.constructor -> URL
        decorate View.run -> Listen
        call View.run -> build/1
        read View.run -> this.name
        call g -> cb/1
        call g -> new Thing<ns.Item>/1
        read g -> LIMIT
        """,
    )


def test_elements() -> None:
    facts = facts_of(
        """
        export const Row: React.FC<Props> = ({ item, onPick }) => (
          <Cell<Item> key={item.id} on={() => onPick(FLAG)}><b>{item.name}</b></Cell>
        );
        """,
        TSX,
    )
    assert definitions(facts) == ["function Row ({ item, onPick }) : React.FC<Props> [exported]"]
    assert references(facts) == [
        "read Row -> given.item",
        "read Row -> given.onPick",
        "call Row -> Cell",
        "read Row -> item.id",
        "call Row -> onPick/1",
        "read Row -> FLAG",
        "read Row -> item.name",
    ]


def test_a_broken_file_still_gives_what_it_can() -> None:
    facts = facts_of(
        """
        import { a } from "./a";
        interface I { x: string; y(: number }
        export class C { m(): void { a(1); } }
        """,
        TYPESCRIPT,
    )
    assert {each.name for each in facts.definitions} >= {"I", "x", "C", "m"}
    assert imports(facts) == ["name ./a a as a", "export name - C in C"]
    assert "call C.m -> a/1" in references(facts)
    assert facts.problems[0].code == "syntax_error"
