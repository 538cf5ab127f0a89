"""Values of Go that never change, and what changes the others."""

from codeshed.extract.engine.mutation_tables import ImmutableValues, Mutations

# fmt: off
IMMUTABLE_VALUES = ImmutableValues(
    literals=frozenset({
        "false", "float_literal", "imaginary_literal", "int_literal", "interpreted_string_literal", "iota", "nil",
        "raw_string_literal", "rune_literal", "true",
    }),
    composed={"expression_list": (), "parenthesized_expression": ()},
    operations={"binary_expression": frozenset(), "unary_expression": frozenset({"&", "*", "<-"})},
    types=frozenset({
        "Duration", "bool", "byte", "complex128", "complex64", "float32", "float64", "int", "int16", "int32", "int64",
        "int8", "rune", "string", "uint", "uint16", "uint32", "uint64", "uint8", "uintptr",
    }),
)

MUTATIONS = Mutations(
    methods=frozenset({
        "Add", "CompareAndDelete", "CompareAndSwap", "Del", "Delete", "LoadAndDelete", "LoadOrStore", "PushBack",
        "PushFront", "Put", "Remove", "Reset", "Set", "Store", "Swap",
    }),
    functions=dict.fromkeys((
        "atomic.AddInt32", "atomic.AddInt64", "atomic.AddUint32", "atomic.AddUint64", "atomic.CompareAndSwapInt32",
        "atomic.CompareAndSwapInt64", "atomic.StoreInt32", "atomic.StoreInt64", "atomic.StorePointer",
        "atomic.StoreUint32", "atomic.StoreUint64", "atomic.SwapInt32", "atomic.SwapInt64", "clear", "copy", "delete",
        "heap.Init", "heap.Pop", "heap.Push", "maps.Copy", "maps.DeleteFunc", "slices.Reverse", "slices.Sort",
        "slices.SortFunc", "sort.Ints", "sort.Slice", "sort.SliceStable", "sort.Sort", "sort.Strings",
    ), 0),
)
# fmt: on
