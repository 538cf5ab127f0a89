"""Which files are tests by the settings of PHPUnit, busted and Surefire."""

from pathlib import Path

import pytest

from codeshed.model.languages.pytest_collection import PytestCollection
from codeshed.project.suite_settings import read_suites
from codeshed.project.test_files import find_test_paths

PHP = (
    "src/Cart.php",
    "tests/Cart.php",
    "tests/CartTest.php",
    "tests/Slow/SlowTest.php",
    "tests/shop.phpt.php",
)
LUA = ("spec/cart_spec.lua", "spec/helper.lua", "tests/cart_test.lua", "tests/cart_spec.lua")
JAVA = ("src/test/java/CartTest.java", "src/test/java/CartCheck.java", "src/test/java/Fixtures.java")

SUREFIRE = """\
<project><build><plugins>
<plugin><artifactId>maven-compiler-plugin</artifactId><includes><include>**/No.java</include></includes></plugin>
<plugin><groupId>g</groupId><artifactId>maven-surefire-plugin</artifactId><configuration>
<includes><!-- <include>**/Never.java</include> --><include>{}</include></includes>
</configuration></plugin></plugins></build></project>
"""


@pytest.mark.parametrize(
    ("file", "text", "paths", "expected"),
    [
        ("phpunit.xml", "<phpunit><testsuites><testsuite name='a'><directory>./tests</directory><exclude>tests/Slow</exclude></testsuite></testsuites></phpunit>",
         PHP, ["tests/CartTest.php"]),
        ("phpunit.xml.dist", '<testsuite><directory suffix=".phpt.php">tests</directory><file>tests/Cart.php</file></testsuite>',
         PHP, ["tests/Cart.php", "tests/shop.phpt.php"]),
        ("phpunit.xml", "<phpunit><coverage><include><directory>src</directory></include></coverage></phpunit>",
         PHP, ["tests/Cart.php", "tests/CartTest.php", "tests/Slow/SlowTest.php", "tests/shop.phpt.php"]),
        (".busted", "return { default = { ROOT = {'tests'}, pattern = '_test%.lua' } }", LUA, ["tests/cart_test.lua"]),
        (".busted", "return { default = { verbose = true } }", LUA, ["spec/cart_spec.lua"]),
        (".busted", "return { default = { pattern = '^x+$' } }", LUA, sorted(LUA)),
        ("pom.xml", SUREFIRE.format("**/*Check.java"), JAVA, ["src/test/java/CartCheck.java"]),
        ("pom.xml", SUREFIRE.format("%regex[.*Check]"), JAVA, sorted(JAVA)),
    ],
)  # fmt: skip
def test_what_is_a_test(
    tmp_path: Path, file: str, text: str, paths: tuple[str, ...], expected: list[str]
) -> None:
    (tmp_path / file).write_text(text)
    assert list(find_test_paths(paths, PytestCollection(), read_suites(tmp_path))) == expected
