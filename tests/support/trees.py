"""Small trees of files, written down as one path a line."""

from pathlib import Path


def make_tree(root: Path, paths: str) -> None:
    """Make files: `a` an empty one, `a: x ; y` one with two lines, `a -> b` a link, `a/` a folder."""
    for line in paths.split("\n"):
        path, _, target = line.strip().partition(" -> ")
        path, colon, text = path.partition(": ")
        if not path:
            continue
        place = root / path
        (place if path.endswith("/") else place.parent).mkdir(parents=True, exist_ok=True)
        if target:
            place.symlink_to(target)
        elif colon:
            place.write_text("".join(f"{each}\n" for each in text.split(" ; ")), encoding="utf-8")
        elif not path.endswith("/"):
            place.touch()
