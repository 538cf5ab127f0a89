"""What a command ends with when its seed is not clear."""

from codeshed.model.references import ReferenceEnvelope, SeedRef

_WRONG_CALL = 2


def seed_exit_code(seed: SeedRef) -> int:
    """Return 2 if the seed names nothing or several things: the answer says which, but it is not what was wanted."""
    is_clear = not isinstance(seed, ReferenceEnvelope) or seed.status == "resolved"
    return 0 if is_clear else _WRONG_CALL
