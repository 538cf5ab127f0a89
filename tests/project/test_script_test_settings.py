"""Which files Jest and Vitest list, by the settings that their files write out."""

from pathlib import Path

import pytest

from codeshed.model.languages.pytest_collection import PytestCollection
from codeshed.project.script_test_settings import read_script_tests
from codeshed.project.test_files import find_test_paths

PATHS = (
    "__tests__/cart.ts",
    "__tests__/utils.ts",
    "dist/cart.test.js",
    "e2e/shop.spec.ts",
    "packages/api/src/api.test.ts",
    "packages/api/test/api.ts",
    "src/cart.test.tsx",
    "src/cart.tsx",
    "test/cart.spec.js",
)


def listed(root: Path, files: dict[str, str]) -> list[str]:
    """Return the listed ones of PATHS, with some files of settings."""
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    paths = [*PATHS, *files]
    found = find_test_paths(paths, PytestCollection(), read_script_tests(root, paths))
    return [path for path in found if path in PATHS]


ALL = [
    "__tests__/cart.ts",
    "__tests__/utils.ts",
    "dist/cart.test.js",
    "e2e/shop.spec.ts",
    "packages/api/src/api.test.ts",
    "packages/api/test/api.ts",
    "src/cart.test.tsx",
    "test/cart.spec.js",
]
SPECS = [each for each in ALL if ".test." in each or ".spec." in each]


@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        ("vitest.config.ts", "export default defineConfig({ test: {} })", [each for each in SPECS if "dist" not in each]),
        ("vitest.config.mts", "export default { test: { include: ['src/**/*.test.ts?(x)'] } }", ["src/cart.test.tsx"]),
        ("vitest.config.ts", "export default { test: { include: ['./src/**/*.(spec|test).[jt]s?(x)'] } }", ["src/cart.test.tsx"]),
        ("vitest.config.ts", "export default { test: { dir: './test', coverage: { include: ['src/**'] } } }", ["test/cart.spec.js"]),
        ("vitest.config.ts", "export default { test: { // '**/*' is all\n exclude: [...usual.exclude, 'e2e', 'e2e/**', `packages/**`] } }",
         ["src/cart.test.tsx", "test/cart.spec.js"]),
        ("vitest.config.ts", ("export default { test: { projects: ['x/*', { plugins: [{ a: 1 }], test: { include: ['src/**/*.test.tsx'] } },"
         " { test: { include: ['test/**/*.spec.js'] } }] } }"), ["src/cart.test.tsx", "test/cart.spec.js"]),
        ("vite.config.ts", "export default { plugins: [react()], build: { include: ['x'] } }", ALL),
        ("vite.config.ts", "export default { plugins: [react()], test: { globals: true } }", [each for each in SPECS if "dist" not in each]),
        ("jest.config.js", "module.exports = { roots: ['test'] };", ["test/cart.spec.js"]),
        ("jest.config.js", "module.exports = { roots: ['<rootDir>/src', '<rootDir>/test'] }", ["src/cart.test.tsx", "test/cart.spec.js"]),
        ("jest.config.mjs", "/** @type {x} */\nconst config = { testRegex: ['/__tests__/.*\\\\.ts$'], testPathIgnorePatterns: ['/__tests__/utils.ts'] };\nexport default config;",
         ["__tests__/cart.ts"]),
        ("jest.config.ts", "const config: Config = { testRegex: /\\/test\\/.*\\.js$/ , };", ["test/cart.spec.js"]),
        ("jest.config.js", "module.exports = { testMatch: ['<rootDir>/**/*.test.*', '!**/dist/**'] }", ["packages/api/src/api.test.ts", "src/cart.test.tsx"]),
        ("jest.config.js", "module.exports = { projects: [{ testMatch: ['**/test/*.js'] }, { testMatch: ['**/src/*.tsx'] }] }",
         ["src/cart.test.tsx", "src/cart.tsx", "test/cart.spec.js"]),
        ("jest.config.json", '{"testMatch": ["**/test/**"]}', ["packages/api/test/api.ts", "test/cart.spec.js"]),
        ("package.json", '{"name": "x", "jest": {"testRegex": "test/.*js$"}}', ["test/cart.spec.js"]),
        ("package.json", '{"name": "x"}', ALL),
        ("package.json", '{"jest": ', ALL),
        ("jest.config.js", "module.exports = { testMatch: patterns }", ["__tests__/cart.ts", "__tests__/utils.ts", *SPECS]),
        ("jest.config.js", "module.exports = { testRegex: '(' }", []),
        ("packages/api/jest.config.js", "module.exports = { testMatch: ['**/test/*.ts'] }",
         [each for each in ALL if each != "packages/api/src/api.test.ts"]),
    ],
)  # fmt: skip
def test_what_is_listed(tmp_path: Path, file: str, text: str, expected: list[str]) -> None:
    assert listed(tmp_path, {file: text}) == expected


def test_tests_of_a_browser_count_beside_others(tmp_path: Path) -> None:
    files = {
        "vitest.config.ts": "export default { test: { include: ['src/**/*.test.tsx'] } }",
        "e2e/playwright.config.ts": "export default {}",
    }
    assert listed(tmp_path, files) == ["e2e/shop.spec.ts", "src/cart.test.tsx"]
