"""Data-flow summaries of JavaScript and TypeScript: what reaches the calls and results of a function, with locals collapsed."""

import textwrap

from codeshed.extract.engine.extract_file import extract_code
from codeshed.extract.engine.grammar import Grammar
from codeshed.extract.languages.javascript.javascript_grammar import JAVASCRIPT
from codeshed.extract.languages.typescript.typescript_grammar import TSX, TYPESCRIPT
from codeshed.model.facts.data_flow import FunctionFlows, unpack_summaries
from codeshed.model.text.decoded_source import DecodedSource
from tests.support.expectations import assert_expected
from tests.support.flow_listing import list_flows


def summarize(code: str, grammar: Grammar = JAVASCRIPT) -> tuple[FunctionFlows, ...]:
    """Return the summaries of a file."""
    return unpack_summaries(
        extract_code(DecodedSource(content=textwrap.dedent(code).encode()), grammar).flows
    )


def check_flows(code: str, expected: str, grammar: Grammar = JAVASCRIPT) -> None:
    """Check the summaries of a file."""
    assert_expected(list_flows(summarize(code, grammar)), expected)


def test_a_handler_passes_fields_of_its_request_to_a_query() -> None:
    check_flows(
        """
        app.get("/users", (req, res) => {
          const id = req.query.id;
          db.collection("users").find({ _id: id, $where: `this.id == '${id}'` }, (err, docs) => {
            res.send(docs);
          });
        });
        """,
        """
        #0() in #-1  calls 0:get[0=/users]
          app@-1 -> call0.receiver
          #1 -> call0[1]
        #1(req, res) in #0  calls 0:collection[0=users] 1:find
          db@-1 -> call0.receiver
          call0 -> call1.receiver
          param0.query.id -> call1[0]._id
          param0.query.id -> call1[0].$where (inside)
          #2 -> call1[1]
          param1 -> res@1
        #2(err, docs) in #1  calls 0:send
          res@1 -> call0.receiver
          param1 -> call0[0]
        """,
    )


def test_an_assignment_replaces_earlier_ones_in_its_block_only() -> None:
    check_flows(
        """
        function f(a, b, c) {
          let x = a;
          if (b) { x = c; use(x); }
          use(x);
          x = clean(x);
          return x;
        }
        """,
        """
        #0() in #-1
        #1(a, b, c) in #0  calls 0:use 1:use 2:clean
          param2 -> call0[0]
          param0 -> call1[0]
          param2 -> call1[0]
          param0 -> call2[0]
          param2 -> call2[0]
          call2 -> return
        """,
    )


def test_blocks_have_variables_of_their_own() -> None:
    check_flows(
        """
        function f(a, b) {
          const x = a;
          { const x = b; inner(x); }
          for (const x of b) loop(x);
          outer(x);
        }
        """,
        """
        #0() in #-1
        #1(a, b) in #0  calls 0:inner 1:loop 2:outer
          param1 -> call0[0]
          param1.[] -> call1[0]
          param0 -> call2[0]
        """,
    )


def test_patterns_take_fields_and_elements() -> None:
    check_flows(
        """
        function f({ query: { id: key = 1, ...others } }, [first], ...rest) {
          const { body } = first, [one] = rest;
          use(key, others, body, one);
        }
        """,
        """
        #0() in #-1
        #1(, , *rest) in #0  calls 0:use
          param0.query.id -> call0[0]
          param0.query -> call0[1]
          param1.[].body -> call0[2]
          param2.[] -> call0[3]
        """,
    )


def test_texts_say_where_a_value_stands() -> None:
    check_flows(
        """
        function f(a) {
          go(a + "/x", "/x/" + a, `${a}/x`, `https://${a}`, `/x/${a}`, "http://" + a + "/x");
          a += "x";
          go(a - 1, -a, a === 1, typeof a);
          return a;
        }
        """,
        """
        #0() in #-1
        #1(a) in #0  calls 0:go 1:go
          param0 -> call0[0] (start)
          param0 -> call0[1] (inside)
          param0 -> call0[2] (start)
          param0 -> call0[3] (start)
          param0 -> call0[4] (inside)
          param0 -> call0[5] (start)
          param0 -> return (start)
        """,
    )


def test_choices_carry_what_they_may_be() -> None:
    check_flows(
        """
        async function* f(a, b, c) {
          use(a || b, a && b, a ?? c, c ? a : b, (a, b), await a);
          yield a;
        }
        """,
        """
        #0() in #-1
        #1(a, b, c) in #0  calls 0:use
          param0 -> call0[0]
          param1 -> call0[0]
          param1 -> call0[1]
          param0 -> call0[2]
          param2 -> call0[2]
          param0 -> call0[3]
          param1 -> call0[3]
          param1 -> call0[4]
          param0 -> call0[5]
          param0 -> return
        """,
    )


def test_objects_and_lists_keep_their_fields() -> None:
    check_flows(
        """
        function f(url, data, key) {
          const options = { method: "POST", headers: { host: url }, [key]: data };
          options.body = data;
          options["mode"] = key;
          const parts = [url];
          parts.push(data);
          const map = new Map();
          map.set("k", data);
          send(options, parts, map, { ...options }, Object.assign({}, data), { shell: true });
        }
        """,
        """
        #0() in #-1
        #1(url, data, key) in #0  calls 0:push 1:Map 2:set[0=k] 3:send[5.shell=True] 4:assign
          param0 -> call0.receiver.[]
          param1 -> call0[0]
          call1 -> call2.receiver
          param1 -> call2[1]
          param0 -> call3[0].headers.host
          param1 -> call3[0].*
          param1 -> call3[0].body
          param2 -> call3[0].mode
          param0 -> call3[1].[]
          param1 -> call3[1].[]
          call1 -> call3[2]
          param1 -> call3[2].[k]
          param0 -> call3[3].headers.host
          param1 -> call3[3].*
          param1 -> call3[3].body
          param2 -> call3[3].mode
          Object@-1 -> call4.receiver
          param1 -> call4[1]
          call4 -> call3[4]
          param1 -> call3[4]
        """,
    )


def test_what_is_stored_in_objects_of_others_leaves_the_function() -> None:
    check_flows(
        """
        class Store {
          constructor(client) { this.client = client; }
          save(req, value) { req.session.user = value; this.client.put(value); cache[value] = value; }
        }
        module.exports.load = function (id) { return id; };
        """,
        """
        #0() in #-1
          #3 -> module@-1.exports.load
        #1(client) in #0
          param0 -> this.client
        #2(req, value) in #0  calls 0:put
          param1 -> param0.session.user
          this.client -> call0.receiver
          param1 -> call0[0]
          param1 -> cache@-1.*
        #3(id) in #0
          param0 -> return
        """,
    )


def test_arrow_functions_share_the_receiver_of_the_function_around() -> None:
    check_flows(
        """
        class Page {
          handle = (event) => this.show(event);
          open(items) { items.forEach((each) => { this.add(each, () => this); }); }
        }
        """,
        """
        #0() in #-1
        #1(event) in #0  calls 0:show
          this -> call0.receiver
          param0 -> call0[0]
          call0 -> return
        #2(items) in #0  calls 0:forEach
          param0 -> call0.receiver
          #3 -> call0[0]
          this -> this@2
        #3(each) in #2  calls 0:add
          this@2 -> call0.receiver
          param0 -> call0[0]
          #4 -> call0[1]
        #4() in #3
          this@2 -> return
        """,
    )


def test_captured_variables_have_the_values_of_their_owner() -> None:
    check_flows(
        """
        const cp = require("child_process");
        function run(command) {
          let output;
          cp.exec(command, (error, text) => { output = text; log(command); });
          return output;
        }
        """,
        """
        #0() in #-1  calls 0:require[0=child_process]
          call0 -> cp@0
        #1(command) in #0  calls 0:exec
          cp@0 -> call0.receiver
          param0 -> call0[0]
          #2 -> call0[1]
          output@1 -> return
          param0 -> command@1
        #2(error, text) in #1  calls 0:log
          param1 -> output@1
          command@1 -> call0[0]
        """,
    )


def test_functions_are_values_by_their_names_too() -> None:
    check_flows(
        """
        router.get("/x", show);
        router.post("/y", guard, save);
        function show(req, res) { res.send(req.query.id); }
        const save = async (req, res) => { res.end(); };
        (function () { start(show); })();
        """,
        """
        #0() in #-1  calls 0:get[0=/x] 1:post[0=/y] 2:?
          router@-1 -> call0.receiver
          #1 -> call0[1]
          router@-1 -> call1.receiver
          guard@-1 -> call1[1]
          #2 -> call1[2]
          #3 -> call2.callee
        #1(req, res) in #0  calls 0:send
          param1 -> call0.receiver
          param0.query.id -> call0[0]
        #2(req, res) in #0  calls 0:end
          param1 -> call0.receiver
        #3() in #0  calls 0:start
          #1 -> call0[0]
        """,
    )


def test_conditions_test_results_and_memberships() -> None:
    check_flows(
        """
        function f(url, allowed, table) {
          const ok = check(url);
          if (!ok || !allowed.includes(url)) return;
          if (url in table) go(url);
          while (more(url)) next();
          return other(url) ? url : "";
        }
        """,
        """
        #0() in #-1
        #1(url, allowed, table) in #0  calls 0:check? 1:includes? 2:go 3:more? 4:next 5:other?
          param0 -> call0[0]
          param1 -> call1.receiver
          param0 -> call1[0]
          param0 -> test in
          param0 -> call2[0]
          param0 -> call3[0]
          param0 -> call5[0]
          param0 -> return
        """,
    )


def test_tagged_templates_and_constructors_are_calls() -> None:
    check_flows(
        """
        function f(id) {
          sql`select ${id}`;
          return new db.Query(id, 1).run?.();
        }
        """,
        """
        #0() in #-1
        #1(id) in #0  calls 0:sql 1:Query[1=1] 2:run
          param0 -> call0[1]
          db@-1 -> call1.receiver
          param0 -> call1[0]
          call1 -> call2.receiver
          call2 -> return
        """,
    )


def test_loops_and_switches_and_errors() -> None:
    check_flows(
        """
        function f(items, kind) {
          let found;
          for (const [name, { value }] of items) { found = value; }
          for (let i = items.length; i; i--) use(i);
          switch (kind) { case 1: found = kind; break; default: use(found); }
          try { found = load(kind); } catch (error) { report(error); } finally { use(found); }
          return found;
        }
        """,
        """
        #0() in #-1
        #1(items, kind) in #0  calls 0:use 1:use 2:load 3:report 4:use
          param0.length -> call0[0]
          param0.[].[].value -> call1[0]
          param1 -> call1[0]
          param1 -> call2[0]
          param0.[].[].value -> call4[0]
          param1 -> call4[0]
          call2 -> call4[0]
          param0.[].[].value -> return
          param1 -> return
          call2 -> return
        """,
    )


def test_types_are_no_values() -> None:
    check_flows(
        """
        export class Repository<T extends object> {
          private cache: Map<string, T> = new Map<string, T>();
          constructor(private readonly db: Database, name?: string) {}
          @log("x")
          find(this: Repository<T>, id: string = defaultId()): Promise<T> {
            const found = (this.db.query(`${id}`) as T)!;
            return <T>found satisfies T;
          }
        }
        declare function outer(a: string): void;
        """,
        """
        #0() in #-1  calls 0:Map 1:log[0=x]
        #1(db, name) in #0
          param0 -> this.db
        #2(id) in #0  calls 0:defaultId 1:query
          this.db -> call1.receiver
          param0 -> call1[0] (start)
          call0 -> call1[0] (start)
          call1 -> return
        """,
        TYPESCRIPT,
    )


def test_exports_and_imports_are_names_of_the_file() -> None:
    check_flows(
        """
        import fs, { readFile as read } from "fs";
        import * as path from "path";
        export const root = path.join(process.env.ROOT, "x");
        const limit = size();
        export { limit };
        export default function (name) { return read(path.join(root, name), fs); }
        """,
        """
        #0() in #-1  calls 0:join[1=x] 1:size
          path@0 -> call0.receiver
          process@-1.env.ROOT -> call0[0]
          #1 -> default@0
          call1 -> limit@0
          call0 -> root@0
        #1(name) in #0  calls 0:read 1:join
          path@0 -> call1.receiver
          root@0 -> call1[0]
          param0 -> call1[1]
          call1 -> call0[0]
          fs@0 -> call0[1]
          call0 -> return
        """,
    )


def test_elements_of_jsx_are_calls_of_their_tags() -> None:
    check_flows(
        """
        export const Page = ({ html, ...rest }) => (
          <Layout.Main title={rest.title} {...rest}>
            <div dangerouslySetInnerHTML={{ __html: html }} className="x" />
            {rest.items.map((item) => <Item key={item.id}>{item}</Item>)}
          </Layout.Main>
        );
        """,
        """
        #0() in #-1
          #1 -> Page@0
        #1() in #0  calls 0:div[className=x] 1:map 2:Main
          param0.html -> call0[dangerouslySetInnerHTML].__html
          param0.items -> call1.receiver
          #2 -> call1[0]
          Layout@-1 -> call2.receiver
          param0.title -> call2[title]
          param0 -> call2[**]
          call0 -> call2[children]
          call1 -> call2[children]
          call2 -> return
        #2(item) in #1  calls 0:Item
          param0.id -> call0[key]
          param0 -> call0[children]
          call0 -> return
        """,
        TSX,
    )


def test_long_chains_and_sums_are_read_whole() -> None:
    functions = summarize("function f(a) { return a" + ".b(1)" * 400 + "; }")
    assert len(functions[1].calls) == 400
    assert not functions[1].is_cut
    summed = summarize("function f(a) { return 'x'" + " + a" * 3000 + "; }")[1]
    assert len(summed.flows) == 1


def test_code_that_is_too_deep_is_cut() -> None:
    deep = summarize("function f(a) { return " + "g(" * 300 + "a" + ")" * 300 + "; }")[1]
    assert deep.is_cut
    blocks = summarize("function f(a) { " + "{" * 300 + "g(a)" + "}" * 300 + " }")[1]
    assert blocks.is_cut


def test_broken_code_gives_what_can_be_read() -> None:
    check_flows(
        "function f(a { return g(a; }\nfunction h(b) { return b; }",
        """
    #0() in #-1
    #1(a) in #0  calls 0:g
      param0 -> call0[0]
      call0 -> return
    #2(b) in #0
      param0 -> return
    """,
    )
