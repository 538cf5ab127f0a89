"""Each test framework's form of a test is recognised, with its groups and its line."""

import pytest

from codeshed.model.languages.declared_tests import (
    all_conventions,
    find_declared_tests,
    may_declare_tests,
    node_id,
)

CASES = {
    "pytest": (
        "tests/test_a.py",
        "class TestCart:\n    def test_total(self):\n        pass\n\n\nasync def test_b(): ...\n",
    ),
    "unittest": (
        "tests/test_a.py",
        "class CartCase(TestCase):\n    def testTotal(self): ...\n    def helper(self): ...\n",
    ),
    "jest": (
        "a.test.ts",
        "describe('cart', () => {\n  it.each([1])('adds %i', () => {})\n})\ntest(`plain`, f)\n",
    ),
    "go": ("a_test.go", "func TestTotal(t *testing.T) {}\nfunc Testing() {}\nfunc helper() {}\n"),
    "cargo": (
        "src/a.rs",
        "mod tests {\n    #[test]\n    fn adds() {}\n    #[tokio::test]\n    async fn waits() {}\n    fn helper() {}\n}\n",
    ),
    "junit": (
        "CartTest.java",
        "class CartTest {\n  @Test\n  void adds() {\n  }\n  void helper() {\n  }\n}\n",
    ),
    "kotlin": (
        "src/test/kotlin/CartTest.kt",
        "class CartTest {\n  @Test\n  fun adds() {\n  }\n  @Test fun `sums up`() = check(1)\n  fun helper() {}\n}\n",
    ),
    "kotest": ("CartSpec.kt", 'class CartSpec : FunSpec({\n  test("adds") {\n  }\n})\n'),
    "nunit": ("CartTests.cs", "public class CartTests {\n  [Test]\n  public void Adds() {\n  }\n}\n"),
    "xunit": (
        "CartTests.cs",
        "class CartTests {\n  [Theory]\n  [InlineData(1)]\n  public void Adds(int n) {\n  }\n}\n",
    ),
    "rspec": ("spec/cart_spec.rb", "describe Cart do\n  it 'adds' do\n  end\nend\n"),
    "minitest": ("test/cart_test.rb", "class CartTest < Minitest::Test\n  def test_adds\n  end\nend\n"),
    "phpunit": (
        "CartTest.php",
        "class CartTest {\n  public function testAdds() {}\n  #[Test]\n  public function sums() {}\n}\n",
    ),
    "busted": ("spec/cart_spec.lua", 'describe("cart", function()\n  it("adds", function() end)\nend)\n'),
    "scalatest": (
        "CartSpec.scala",
        'class CartSpec {\n  test("adds") {\n  }\n  it should "sum" in {\n  }\n}\n',
    ),
    "googletest": ("test/cart_test.cc", "TEST(Cart, Adds) {\n}\nTEST_F(Cart, Sums) {}\n"),
    "catch2": ("test/cart.cpp", 'TEST_CASE("adds", "[cart]") {\n}\n'),
}

EXPECTED = {
    "pytest": [("TestCart::test_total", 2), ("test_b", 6)],
    "unittest": [("CartCase::testTotal", 2)],
    "jest": [("cart::adds %i", 2), ("plain", 4)],
    "go": [("TestTotal", 1)],
    "cargo": [("tests::adds", 2), ("tests::waits", 4)],
    "junit": [("CartTest::adds", 2)],
    "kotlin": [("CartTest::adds", 2), ("CartTest::sums up", 5)],
    "kotest": [("CartSpec::adds", 2)],
    "nunit": [("CartTests::Adds", 2)],
    "xunit": [("CartTests::Adds", 2)],
    "rspec": [("Cart::adds", 2)],
    "minitest": [("CartTest::test_adds", 2)],
    "phpunit": [("CartTest::testAdds", 2), ("CartTest::sums", 3)],
    "busted": [("cart::adds", 2)],
    "scalatest": [("CartSpec::adds", 2), ("CartSpec::sum", 4)],
    "googletest": [("Cart, Adds", 1), ("Cart, Sums", 3)],
    "catch2": [("adds", 1)],
}


@pytest.mark.parametrize("framework", CASES)
def test_tests_are_recognised(framework: str) -> None:
    path, text = CASES[framework]
    assert may_declare_tests(path)
    found = [
        (node_id(path, each).removeprefix(f"{path}::"), each.line) for each in find_declared_tests(path, text)
    ]
    assert found == EXPECTED[framework]


def test_source_holds_no_tests() -> None:
    assert not may_declare_tests("src/cart.py")
    assert find_declared_tests("src/notes.txt", "def test_a(): ...") == ()
    assert "python" in all_conventions()
