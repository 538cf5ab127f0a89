"""Phrases that say why a piece of code is in a context.

Turns: the role of a piece and the ranking features that selected it → a phrase.
"""

from codeshed.model.answers.context_answer import PieceV1
from codeshed.render.phrases.answer_phrases import short_name

_ROLES = {
    "use": "the seed uses it",
    "caller": "uses the seed",
    "test": "tests the seed",
    "override": "overrides the seed, or is overridden by it",
    "owner": "the class around another piece",
}
_VERBS = {
    "call": "calls",
    "annotates": "decorated with",
    "read": "reads",
    "write": "writes",
    "overrides": "overrides",
    "overriddenBy": "overridden by",
    "inherits": "derives from",
}
_REASONS = {
    "used_by_body": "used by code that must be read",
    "top_of_folder": "in the same folder",
    "imported_inherited": "inherited by an imported class",
    "field_inherited": "inherited by a field's type",
    "class_member": "a member of the same class",
    "own_class": "its class",
    "base": "a base of its class",
    "base_member": "inherited",
    "family_member": "a member of a related class",
    "top_of_file": "in the same file",
    "inner_of_file": "a member of a class of the file",
    "imported": "imported by the file",
    "imported_for_it": "imported, and nothing else in the file uses it",
    "imported_member": "a member of an imported class",
    "of_imported_module": "in an imported module",
    "class_of_module_member": "a member of a class of an imported module",
    "reexported": "an imported module passes it on",
    "parameter_type": "the type of a parameter",
    "parameter_member": "a member of a parameter's type",
    "return_type": "the type that it returns",
    "return_member": "a member of the type that it returns",
    "field_type": "the type of a field",
    "field_member": "a member of a field's type",
    "second_member": "a member of a type that is come by",
    "helper_for_it": "nothing uses it yet",
    "private_helper_for_it": "a private helper that nothing uses yet",
    "only_used_here": "little else uses it",
    "n_methods": "other methods of the class use it",
    "n_file": "other functions of the file use it",
    "n_module": "the module itself uses it",
    "n_family": "related classes use it",
    "n_neighbours": "the functions next to it use it",
    "n_folder": "the folder uses it",
    "n_namesakes": "functions of the same name use it",
    "n_overriding": "the methods that it overrides, or that override it, use it",
    "n_callers": "its callers use it",
    "n_users_of_types": "functions with the same types use it",
    "n_like_words": "functions with a similar name use it",
    "n_like_parameters": "functions with similar parameters use it",
    "n_users_of_imports": "code with the same imports uses it",
    "class_n": "code like it uses its class",
    "file_share": "code like it uses its file",
    "popular": "much used",
    "words": "its name is in that of the seed",
    "alike": "named alike",
    "class_words": "named like the class",
    "parameter_words": "named like a parameter",
    "rare_words": "a rare word of its name is in that of the seed",
    "rare_parameter": "a rare word of its name is in that of a parameter",
    "rare_said": "the documentation has a rare word of its name",
    "same_name": "of the same name",
    "owner_words": "its class is named like the seed",
    "owner_parameter": "its class is named like a parameter",
    "owner_field": "its class is named like a field",
    "owner_said": "the documentation names its class",
    "owner_said_words": "the documentation speaks of its class",
    "variable_type": "the type of a variable",
    "variable_member": "a member of a variable's type",
    "said": "the documentation names it",
    "said_words": "the documentation speaks of it",
}


def reason_text(piece: PieceV1) -> str:
    """Write why a piece is in the context, and its likelihood of being used."""
    if piece.role == "test" and piece.use is not None and piece.use.way:
        return f"tests the seed in {len(piece.use.way) + 1} steps"
    if piece.role != "likely":
        return _ROLES[piece.role]
    known = [_REASONS[name] for name in map(_base_feature, piece.why) if name in _REASONS]
    said = ", ".join(dict.fromkeys(known)) or "near the seed"
    return f"{round(100 * (piece.likelihood or 0))} %: {said}"


def piece_comment_text(piece: PieceV1, *, is_nested: bool) -> str:
    """Write what encloses a piece and how it uses the seed: `in outer(): calls total, line 7: return cart.total()`."""
    inside = f"in {piece.inside}()" if piece.inside and not is_nested else ""
    use = piece.use
    if use is None:
        return inside
    place = "" if use.line is None else f", line {use.line}"
    text = "" if use.text is None else f": {use.text}"
    way = "".join(f" → {short_name(each)}" for each in use.way)
    said = f"{_VERBS.get(use.edge_type, 'uses')} {short_name(use.of)}{way}{place}{text}"
    return f"{inside}: {said}" if inside else said


def _base_feature(feature: str) -> str:
    """Return the feature by whose phrase a share, or a product of features, is explained."""
    for group in ("class_n", "file_share"):
        if feature.startswith(f"{group}_"):
            return group
    if feature.startswith("share_"):
        return f"n_{feature.removeprefix('share_')}"
    if feature in _REASONS:
        return feature
    parts = [name for name in _REASONS if feature.endswith(f"_{name}") or feature.startswith(f"{name}_")]
    return max(parts, key=len, default=feature)
