; Types.
(struct_item name: (_) @name type_parameters: (_)? @type_parameters body: (_)? @body) @define.struct
(union_item name: (_) @name type_parameters: (_)? @type_parameters body: (_) @body) @define.union
(enum_item name: (_) @name type_parameters: (_)? @type_parameters body: (_) @body) @define.enum
(trait_item name: (_) @name type_parameters: (_)? @type_parameters body: (_) @body) @define.trait
(type_item name: (_) @name type_parameters: (_)? @type_parameters type: (_) @type) @define.alias
(associated_type name: (_) @name) @define.alias
(struct_item body: (field_declaration_list (field_declaration name: (_) @name type: (_) @type) @define.field))
(union_item body: (field_declaration_list (field_declaration name: (_) @name type: (_) @type) @define.field))
(enum_variant body: (field_declaration_list (field_declaration name: (_) @name type: (_) @type) @define.field))
(struct_item body: (ordered_field_declaration_list type: (_) @name @type @define.field))
(enum_variant body: (ordered_field_declaration_list type: (_) @name @type @define.field))
(enum_variant name: (_) @name value: (_)? @value) @define.member

; Functions.
(function_item name: (_) @name type_parameters: (_)? @type_parameters return_type: (_)? @returns body: (_) @body) @define.function
(function_signature_item name: (_) @name type_parameters: (_)? @type_parameters return_type: (_)? @returns) @define.function
(macro_definition name: (_) @name . (macro_rule)? @body) @define.function
(let_declaration pattern: (identifier) @name
  value: (closure_expression return_type: (_)? @returns body: (_) @body) @own_function) @define.function

; `impl` blocks and inline modules.
(impl_item trait: (_)? @implements type: (_) @owner) @define.extension
(mod_item name: (_) @name body: (_) @body) @define.namespace

; Variables.
(const_item name: (_) @name type: (_) @type value: (_)? @value) @define.constant
(static_item name: (_) @name type: (_) @type value: (_)? @value) @define.variable
(let_declaration pattern: (identifier) @name type: (_)? @type value: (_)? @value) @define.variable
(for_expression pattern: (identifier) @name @define.variable value: (_) @iterable)
(let_declaration
  pattern: (tuple_pattern [(identifier) @name @define.variable (ref_pattern (identifier) @name @define.variable) (mut_pattern (identifier) @name @define.variable)] @item)
  value: (_) @destructured_from)
(let_declaration pattern: (tuple_struct_pattern type: (_) @key
  . [(identifier) @name @define.variable (ref_pattern (identifier) @name @define.variable) (mut_pattern (identifier) @name @define.variable)] .)
  value: (_) @destructured_from
  (#any-of? @key "Some" "Ok" "Err"))
(let_condition pattern: (tuple_struct_pattern type: (_) @key
  . [(identifier) @name @define.variable (ref_pattern (identifier) @name @define.variable) (mut_pattern (identifier) @name @define.variable)] .)
  value: (_) @destructured_from
  (#any-of? @key "Some" "Ok" "Err"))
(match_expression value: (_) @destructured_from body: (match_block (match_arm pattern: (match_pattern (tuple_struct_pattern type: (_) @key
  . [(identifier) @name @define.variable (ref_pattern (identifier) @name @define.variable) (mut_pattern (identifier) @name @define.variable)] .))))
  (#any-of? @key "Some" "Ok" "Err"))
(match_expression value: (_) @value body: (match_block (match_arm pattern: (match_pattern
  . [(identifier) @name @define.variable (captured_pattern . (identifier) @name @define.variable)])))
  (#match? @name "^[a-z_]"))
(tuple_struct_pattern type: (_) @destructured_from
  [(identifier) @name @define.variable (ref_pattern (identifier) @name @define.variable) (mut_pattern (identifier) @name @define.variable)] @item
  (#match? @name "^[a-z_]"))
(struct_pattern type: (_) @destructured_from (field_pattern name: (shorthand_field_identifier) @name @define.variable))
(struct_pattern type: (_) @destructured_from (field_pattern name: (field_identifier) @key pattern: (identifier) @name @define.variable)
  (#match? @name "^[a-z_]"))
([
  (tuple_struct_pattern (identifier) @name @define.variable)
  (tuple_pattern (identifier) @name @define.variable)
  (slice_pattern (identifier) @name @define.variable)
  (ref_pattern (identifier) @name @define.variable)
  (mut_pattern (identifier) @name @define.variable)
  (reference_pattern (identifier) @name @define.variable)
  (captured_pattern . (identifier) @name @define.variable)
  (or_pattern (identifier) @name @define.variable)
  (match_pattern . (identifier) @name @define.variable)
  (let_condition pattern: (identifier) @name @define.variable)
  (field_pattern name: (shorthand_field_identifier) @name @define.variable)
  (field_pattern pattern: (identifier) @name @define.variable)
 ] (#match? @name "^[a-z_]"))

; Scopes and parameters.
[(block) (closure_expression) (for_expression) (if_expression) (while_expression) (match_arm)] @scope
(function_item parameters: (parameters (parameter pattern: (identifier) @name type: (_) @type) @parameter))
(function_signature_item parameters: (parameters (parameter pattern: (identifier) @name type: (_) @type) @parameter))
(closure_parameters (parameter pattern: (identifier) @name type: (_) @type) @parameter)
(closure_parameters (identifier) @name @parameter)
(parameters (parameter
  pattern: ["_" (tuple_pattern) (struct_pattern) (tuple_struct_pattern) (slice_pattern) (reference_pattern) (ref_pattern) (mut_pattern)]
  type: (_) @type) @parameter)
(variadic_parameter) @parameter @variadic

; References.
(call_expression
  function: [(generic_function function: (_) @callee) (identifier) @callee (scoped_identifier) @callee (field_expression) @callee
    (call_expression) @callee (parenthesized_expression) @callee (index_expression) @callee]
  arguments: (_) @arguments) @call
(macro_invocation macro: (_) @callee) @call
(struct_expression) @construct
((attribute_item (attribute . (_) @callee)) @annotate
  (#not-match? @callee "^(derive|path|cfg|cfg_attr|allow|warn|deny|forbid|expect|doc|macro_use)$"))
(assignment_expression left: (_) @write)
(compound_assignment_expr left: (_) @write) @update
(assignment_expression left: (unary_expression (_) @mutated))
(compound_assignment_expr left: (unary_expression (_) @mutated))
(reference_expression (mutable_specifier) value: (_) @mutated)
(identifier) @ref
(scoped_identifier) @ref
(field_expression) @ref

; Names in positions that are no values.
(scoped_identifier name: (identifier) @hidden)
[(lifetime) (label) (where_clause) (visibility_modifier) (attribute_item) (inner_attribute_item) (token_tree) (macro_definition) (type_arguments)] @hidden

; Imports: use and mod, and paths that begin with a module.
(use_declaration) @import
(extern_crate_declaration) @import
(mod_item !body) @import
(macro_definition) @import
(scoped_identifier path: [(identifier) (crate) (super) (self)] @module_name)
(scoped_identifier !path name: (identifier) @module_name)
(scoped_type_identifier path: [(identifier) (crate) (super) (self)] @module_name)

; Operators that may call methods.
(binary_expression left: (_) @operand operator: _ @operator_token) @operator
(compound_assignment_expr left: (_) @operand operator: _ @operator_token) @operator
(unary_expression . _ @operator_token (_) @operand) @operator
(index_expression . (_) @operand) @operator

; Branches: complexity.
[(if_expression) (for_expression) (while_expression) (loop_expression) (try_expression)] @branch
(match_arm pattern: (match_pattern . (_))) @branch
(binary_expression operator: ["&&" "||"]) @branch
(let_declaration alternative: (_)) @branch

(line_comment (inner_doc_comment_marker)) @documentation
(block_comment (inner_doc_comment_marker)) @documentation

; References to types.
[(type_identifier) (scoped_type_identifier) (generic_type)] @used_type
