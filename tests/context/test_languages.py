"""Signatures, documentation and comments as each language writes them."""

from pathlib import Path

import pytest

from codeshed.build.size import size_function
from codeshed.context.context_tasks import Task
from codeshed.context.excerpts import Excerpts
from codeshed.model.answers.caps import caps_of
from codeshed.model.answers.node_references import node_key
from codeshed.model.source_reader import TextSourceReader
from codeshed.project.index.graph_in_memory import index_repository
from codeshed.query.context.context_contract import ContextRequest
from codeshed.query.context.context_pack import ContextPacker
from codeshed.render.context_scale import ContextFormat, FormatScale

TYPESCRIPT = """\
/* v8 ignore start */
// Adds up.
export function total(
  items: Item[], // what is bought
  options: { rate?: number } = {},
): { sum: number } {
  return { sum: 0 }
}
export const twice = (value: number): number => {
  return 2 * value
}
export interface Box<
  T = { [key: string]: any },
> {
  open(): T
}
export enum Colour {
  RED,
}
"""
JAVA = """\
package shop;

/** What somebody buys. */
public class Cart<T extends Item> implements Box {
  @SuppressWarnings("unused") // for the framework
  public Cart(String name) {
  }

  /**
   * Adds up.
   *
   * @return the sum
   */
  public int total() throws Empty {
    return 1;
  }
}
"""
RUBY = """\
# What somebody buys.
class Cart < Box
  # Adds up.
  def total(rate, round: true)
    items.map { |item| item.price }
  end
end
"""
LUA = """\
-- Adds up.
local function total(items, rate)
  return { sum = #items * rate }
end
"""
SCALA = """\
class Cart(name: String) extends Box {
  // Adds up.
  def total(rate: Int = 3, then: Int => Int): Int =
    then(rate)
}
"""
RUST = """\
/// Adds up.
pub fn total<'a>(items: &'a [Item]) -> Result<u32, Error> {
    Ok(0)
}
"""
GO = """\
package shop

// Total adds up.
func (c *Cart) Total(rate int) (int, error) {
	return 0, nil
}

type Cart struct {
	items []int
}
"""
CSHARP = """\
namespace Shop {
  /// Adds up.
  public class Cart : Box {
    public int Total(int rate = 3) => rate;
  }
}
"""
PHP = """\
<?php
/** Adds up. */
function total(array $items, int $rate = 3): int
{
    return 0;
}
"""
CPP = """\
// Adds up.
int total(const Items& items, int rate = 3) noexcept {
  return 0;
}
"""


@pytest.mark.parametrize(
    ("path", "text", "symbol", "signature"),
    [
        (
            "a.ts",
            TYPESCRIPT,
            "total",
            (
                "export function total(items: Item[], options: { rate?: number } = {}): { sum: number }\n"
                "    // Adds up."
            ),
        ),
        ("a.ts", TYPESCRIPT, "twice", "export const twice = (value: number): number"),
        ("a.ts", TYPESCRIPT, "Box", "export interface Box<T = { [key: string]: any }>"),
        ("a.ts", TYPESCRIPT, "Colour.RED", "RED"),
        (
            "Cart.java",
            JAVA,
            "Cart",
            "public class Cart<T extends Item> implements Box\n    // What somebody buys.",
        ),
        ("Cart.java", JAVA, "Cart.Cart", '@SuppressWarnings("unused") public Cart(String name)'),
        ("Cart.java", JAVA, "Cart.total", "public int total() throws Empty\n    // Adds up."),
        ("a.rb", RUBY, "Cart", "class Cart < Box\n    # What somebody buys."),
        ("a.rb", RUBY, "Cart.total", "def total(rate, round: true)\n    # Adds up."),
        ("a.lua", LUA, "total", "local function total(items, rate)\n    -- Adds up."),
        ("a.scala", SCALA, "Cart", "class Cart(name: String) extends Box"),
        (
            "a.scala",
            SCALA,
            "Cart.total",
            "def total(rate: Int = 3, then: Int => Int): Int\n    // Adds up.",
        ),
        (
            "a.rs",
            RUST,
            "total",
            "pub fn total<'a>(items: &'a [Item]) -> Result<u32, Error>\n    // Adds up.",
        ),
        (
            "a.go",
            GO,
            "Cart.Total",
            "func (c *Cart) Total(rate int) (int, error)\n    // Total adds up.",
        ),
        ("Cart.cs", CSHARP, "Cart", "public class Cart : Box\n    // Adds up."),
        ("a.php", PHP, "total", "function total(array $items, int $rate = 3): int\n    // Adds up."),
        (
            "a.cpp",
            CPP,
            "total",
            "int total(const Items& items, int rate = 3) noexcept\n    // Adds up.",
        ),
    ],
)
def test_signature(tmp_path: Path, path: str, text: str, symbol: str, signature: str) -> None:
    (tmp_path / path).write_text(text, encoding="utf-8")
    graph = index_repository(tmp_path, types="off")
    symbols = [each for each in graph.nodes.symbols if each.startswith(path) and each.endswith(f"::{symbol}")]
    symbols += [each for each in graph.nodes.symbols if each.startswith(path) and each.endswith(f".{symbol}")]
    row = graph.find_row(symbols[0])
    assert row is not None
    assert Excerpts(graph, TextSourceReader({path: text})).signature(row) == signature


DOCUMENTED = {
    "A.java": """class A {
    /**
     * Says how much it is.
     *
     * @return the sum
     */
    @Deprecated
    int total() { return 1; }

    Runnable later() {
        return new Runnable() { public void run() { total(); } };
    }
}
""",
    "lib.rs": """/// Says how much it is.
#[inline]
pub fn total() -> u32 { 1 }
""",
    "lib.c": """#define ONE 1
int total(void) { return ONE; }
""",
}


@pytest.mark.parametrize(
    ("path", "symbol", "first", "said"),
    [
        ("A.java", "A.java::A.total", "/**", "Says how much it is."),
        ("lib.rs", "lib.rs::total", "/// Says how much it is.", "Says how much it is."),
        ("lib.c", "lib.c::total", "int total(void) { return ONE; }", ""),
    ],
)
def test_the_comment_before_a_symbol_is_part_of_its_text(
    tmp_path: Path, path: str, symbol: str, first: str, said: str
) -> None:
    (tmp_path / path).write_text(DOCUMENTED[path], encoding="utf-8")
    graph = index_repository(tmp_path, types="off")
    excerpts = Excerpts(graph, TextSourceReader(DOCUMENTED))
    row = graph.find_row(symbol)
    assert row is not None
    whole = excerpts.full(row)
    assert whole is not None
    assert whole.text.split("\n")[0] == first
    assert excerpts.documentation(row) == said


def test_a_method_of_a_class_without_a_name_is_left_to_its_owner(tmp_path: Path) -> None:
    (tmp_path / "A.java").write_text(DOCUMENTED["A.java"], encoding="utf-8")
    graph = index_repository(tmp_path, types="off")
    packer = ContextPacker(graph, TextSourceReader(DOCUMENTED))
    request = ContextRequest(caps=caps_of(), max_bytes=100_000, task=Task.EDIT)
    pack = packer.pack(["A.java::A.total"], request, FormatScale(ContextFormat.MD, size_function()))
    callers = {node_key(each.ref) for each in pack.pieces if each.role == "caller"}
    assert callers == {"symbol:A.java::A.later"}
