"""The codes of unresolved references, for people."""

from codeshed.model.semantic import UnresolvedReason
from codeshed.render.phrases.unresolved_reasons import unresolved_reason_text


def test_every_code_has_a_text_of_its_own() -> None:
    texts = [unresolved_reason_text(each) for each in UnresolvedReason]
    assert len(set(texts)) == len(texts)
    assert [each for each in texts if "_" in each] == []
