"""Parts are stored as bytes, and depend on one document alone."""

import pytest

from codeshed.build.documentation import SignatureCoverage
from codeshed.build.part.document_part import DocumentPart
from codeshed.build.part.make_part import make_externals_part, make_part
from codeshed.build.part.part_pack import (
    PACK_FORMAT,
    decode_externals,
    decode_pack,
    encode_pack,
    pack_parts,
    unpack_parts,
)
from codeshed.build.size import WordCount
from codeshed.errors import UnreadablePartError
from codeshed.model.semantic import SemanticData
from codeshed.model.source_reader import TextSourceReader
from tests.support.notation import Project, project

SHOP = project(
    """
    #- shop/cart.py
    interface Base
    def Base.total(self) -> int "Sum up."
    class Cart(Base)
    def Cart.total(self, x: T) -> Money
        call ? self.method -> result
        read RATE
    typevar T
    #- shop/money.py
    class Money
    var RATE: Money
    #- external
    def json.dumps(obj)
    """
)


def parts_of(shop: Project) -> list[DocumentPart]:
    sources = TextSourceReader(shop.text_by_path)
    return [
        make_part(document, sources, WordCount(), SignatureCoverage()) for document in shop.data.documents
    ]


def test_parts_come_back_from_their_pack_and_its_bytes() -> None:
    parts = parts_of(SHOP)
    pack = pack_parts(parts)
    assert decode_pack(encode_pack(pack)) == pack
    assert unpack_parts(decode_pack(encode_pack(pack))) == parts
    assert unpack_parts(pack, {"shop/money.py", "nothing.py"}) == parts[1:]
    assert unpack_parts(pack, {"shop/cart.py"}) == parts[:1]
    assert unpack_parts(pack, ()) == []
    assert pack.paths == ("shop/cart.py", "shop/money.py")


def test_externals_come_back_from_their_bytes() -> None:
    part = make_externals_part(SHOP.data.external_symbols, WordCount(), SignatureCoverage())
    assert decode_externals(encode_pack(part)) == part


def test_a_part_does_not_change_with_other_documents_and_their_sources() -> None:
    alone = Project(
        data=SemanticData(documents=SHOP.data.documents[:1]),
        text_by_path={"shop/cart.py": SHOP.text_by_path["shop/cart.py"]},
    )
    assert parts_of(alone)[0] == parts_of(SHOP)[0]


def test_a_source_that_is_gone_is_said_and_only_signatures_count() -> None:
    sources = TextSourceReader({})
    part = make_part(SHOP.data.documents[0], sources, WordCount(), SignatureCoverage())
    assert [warning.code for warning in part.head.warnings] == ["SOURCE_MISSING"]
    assert part.head.module_size == 0


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00",
        PACK_FORMAT.to_bytes(4, "little"),
        (PACK_FORMAT + 1).to_bytes(4, "little") + encode_pack(pack_parts(parts_of(SHOP)))[4:],
        encode_pack(pack_parts(parts_of(SHOP)))[:-1],
        encode_pack(pack_parts(parts_of(SHOP)))[:40],
        encode_pack(make_externals_part((), WordCount(), SignatureCoverage())),
    ],
    ids=["empty", "short", "nothing", "another format", "cut at the end", "cut", "of externals"],
)
def test_bytes_that_are_no_pack(content: bytes) -> None:
    with pytest.raises(UnreadablePartError):
        decode_pack(content)
