; Types.
(type_spec name: (_) @name type_parameters: (_)? @type_parameters type: (struct_type (field_declaration_list) @body)) @define.struct
(type_spec name: (_) @name type_parameters: (_)? @type_parameters type: (interface_type) @body) @define.interface
(type_spec name: (_) @name type_parameters: (_)? @type_parameters type: (_) @type) @define.class
(type_alias name: (_) @name type_parameters: (_)? @type_parameters type: (_) @type) @define.alias
(type_spec type: (struct_type (field_declaration_list
  (field_declaration name: (_) @name type: (_) @type) @define.field)))
(type_spec type: (struct_type (field_declaration_list
  (field_declaration !name
    type: [(type_identifier) @name (qualified_type name: (_) @name) (generic_type type: [(type_identifier) @name (qualified_type name: (_) @name)])] @type)
  @define.field)))
(method_elem name: (_) @name result: (_)? @returns) @define.method

; Functions.
(function_declaration name: (_) @name type_parameters: (_)? @type_parameters result: (_)? @returns body: (_)? @body) @define.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @owner))
  name: (_) @name result: (_)? @returns body: (_)? @body) @define.method
(var_spec name: (identifier) @name
  value: (expression_list . (func_literal result: (_)? @returns body: (_) @body) @own_function .)) @define.function
(short_var_declaration left: (expression_list . (identifier) @name .)
  right: (expression_list . (func_literal result: (_)? @returns body: (_) @body) @own_function .)) @define.function

; Assertions that a type implements an interface: var _ I = (*T)(nil), = &T{}, = T{}.
(var_spec name: (identifier) @_blank type: (_) @implements
  value: (expression_list . [
    (call_expression function: (parenthesized_expression (unary_expression operand: [(identifier) (selector_expression)] @owner)))
    (type_conversion_expression type: (parenthesized_type (pointer_type (_) @owner)))
    (unary_expression operand: (composite_literal type: (_) @owner))
    (call_expression function: (identifier) @_new arguments: (argument_list . [(type_identifier) (qualified_type) (generic_type)] @owner))
    (composite_literal type: (_) @owner)
  ] .)
  (#eq? @_blank "_")) @define.extension

; Variables.
(const_spec (identifier) @name type: (_)? @type value: (_)? @values) @define.constant
(var_spec name: (identifier) @name type: (_)? @type value: (_)? @values) @define.variable
(short_var_declaration left: (expression_list (identifier) @name) right: (_) @values) @define.variable
(range_clause left: (expression_list (_) . (identifier) @name) right: (_) @iterable) @define.variable
(range_clause left: (expression_list . (identifier) @name .) ":=") @define.variable @value
(range_clause left: (expression_list . (identifier) @name) ":=") @define.variable
(receive_statement left: (expression_list . (identifier) @name) ":=" right: (_) @value) @define.variable
(receive_statement left: (expression_list (_) . (identifier) @name) ":=") @define.variable
(type_switch_statement alias: (expression_list (identifier) @name) @define.variable value: (_) @value)
(method_declaration receiver: (parameter_list (parameter_declaration name: (_) @name type: (_) @type) @define.variable))
(function_declaration result: (parameter_list (parameter_declaration name: (_) @name type: (_) @type) @define.variable))
(method_declaration result: (parameter_list (parameter_declaration name: (_) @name type: (_) @type) @define.variable))
(func_literal result: (parameter_list (parameter_declaration name: (_) @name type: (_) @type) @define.variable))

; Scopes and parameters.
[(block) (func_literal) (for_statement) (if_statement) (expression_switch_statement) (type_switch_statement)
 (expression_case) (type_case) (communication_case) (default_case)] @scope
(type_switch_statement
  alias: (expression_list (identifier) @name)
  (type_case . type: (_) @type @parameter . (statement_list)))
(function_declaration parameters: (parameter_list (parameter_declaration name: (_)? @name type: (_) @type) @parameter))
(method_declaration parameters: (parameter_list (parameter_declaration name: (_)? @name type: (_) @type) @parameter))
(func_literal parameters: (parameter_list (parameter_declaration name: (_)? @name type: (_) @type) @parameter))
(method_elem parameters: (parameter_list (parameter_declaration name: (_)? @name type: (_) @type) @parameter))
(variadic_parameter_declaration name: (_)? @name type: (_) @type) @parameter @variadic

; References.
(call_expression function: (_) @callee arguments: (_) @arguments) @call
(type_conversion_expression type: (generic_type type: (_) @callee)) @call
(call_expression function: (identifier) @_new
  arguments: (argument_list . [(type_identifier) (qualified_type) (generic_type)] @_made)
  (#eq? @_new "new")) @construct
(composite_literal type: [(type_identifier) (qualified_type) (generic_type)]) @construct
(assignment_statement left: (expression_list (_) @write) operator: "=")
(assignment_statement left: (expression_list (_) @write)
  operator: ["*=" "/=" "%=" "<<=" ">>=" "&=" "&^=" "+=" "-=" "|=" "^="]) @update
(inc_statement (_) @write) @update
(dec_statement (_) @write) @update
(send_statement channel: (_) @mutated)
(unary_expression operator: "&" operand: (_) @shared)
(range_clause left: (expression_list (_) @write) "=")
(identifier) @ref
(selector_expression) @ref

; A name before a colon is a field, unless the type is written as a map or array.
(composite_literal type: [(type_identifier) (qualified_type) (generic_type) (struct_type)]
  body: (literal_value (keyed_element key: (literal_element (identifier) @hidden))))
(literal_element (literal_value (keyed_element key: (literal_element (identifier) @hidden))))

; Imports and the package clause.
(import_spec) @import
(package_clause (package_identifier) @namespace.file @import) @documented

; Branches: complexity.
[(if_statement) (for_statement) (expression_case) (type_case) (communication_case)] @branch
(binary_expression operator: ["&&" "||"]) @branch

; References to types.
[(type_identifier) (qualified_type) (generic_type)] @used_type
