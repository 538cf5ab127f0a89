; Patterns that JavaScript, TypeScript and TSX share; they follow the query of each.

; Named functions.
(export_statement "default" @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @own_function) @define.function
(export_statement "default" @name value: [(object) (array) (call_expression) (new_expression) (string) (template_string) (number)] @value) @define.variable

; Functions in object literals of file-level variables.
(program (_ (variable_declarator value: (object (method_definition name: (_) @name body: (_) @body) @define.method))))
(program (_ (variable_declarator value: (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method))))
(program (export_statement (_ (variable_declarator value: (object (method_definition name: (_) @name body: (_) @body) @define.method)))))
(program (export_statement (_ (variable_declarator value: (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method)))))
(export_statement value: (object (method_definition name: (_) @name body: (_) @body) @define.method))
(export_statement value: (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method))

; Nested object literals, and their functions.
(object (pair key: [(property_identifier) (string)] @name value: (object [(method_definition) (pair value: [(arrow_function) (function_expression)])]) @members @value) @define.field @nested)
(object (pair value: (object (method_definition name: (_) @name body: (_) @body) @define.method @nested)))
(object (pair value: (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method @nested)))

; Functions in object literals of locals.
(statement_block (_ (variable_declarator value: (object (method_definition name: (_) @name body: (_) @body) @define.method @object_literal_method))))
(statement_block (_ (variable_declarator value: (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method @object_literal_method))))

; Returned named function expressions.
(return_statement (function_expression name: (_) @name body: (_) @body) @own_function @define.function)
(return_statement (generator_function name: (_) @name body: (_) @body) @own_function @define.function)

; Functions in returned object literals.
(return_statement (object (method_definition name: (_) @name body: (_) @body) @define.method))
(return_statement (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method))
(arrow_function body: (parenthesized_expression (object (method_definition name: (_) @name body: (_) @body) @define.method)))
(arrow_function body: (parenthesized_expression (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method)))

; Functions in all other object literals: in arguments of calls, in lists, in other objects.
(object (method_definition name: (_) @name body: (_) @body) @define.method @held)
(object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method @held)

; Destructured variables and loop variables.
(variable_declarator
  name: (object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (_) @name)])
  value: (_) @destructured_from) @define.variable
(variable_declarator
  name: (object_pattern (pair_pattern key: (_) @key value: [(identifier) @name (assignment_pattern left: (identifier) @name)]))
  value: (_) @destructured_from) @define.variable
(variable_declarator name: (object_pattern (rest_pattern (identifier) @name @rest)) value: (_)? @destructured_from) @define.variable
(variable_declarator
  name: (array_pattern [(identifier) @name @listed (assignment_pattern left: (identifier) @name) @listed])
  value: (_) @destructured_from) @define.variable
(for_in_statement kind: _ left: (identifier) @name @define.variable operator: "of" right: (_) @iterable)
(for_in_statement kind: _ left: (identifier) @name @define.variable)
(for_in_statement
  kind: _ left: (array_pattern [(identifier) @name @define.variable @listed (assignment_pattern left: (identifier) @name @define.variable) @listed])
  operator: "of" right: (_) @iterable)
(for_in_statement
  kind: _ left: (object_pattern [(shorthand_property_identifier_pattern) @name @key @define.variable (object_assignment_pattern left: (_) @name @key @define.variable)])
  operator: "of" right: (_) @iterable)
(for_in_statement
  kind: _ left: (object_pattern (pair_pattern key: (_) @key value: [(identifier) @name @define.variable (assignment_pattern left: (identifier) @name @define.variable)]))
  operator: "of" right: (_) @iterable)
(object_pattern [
  (shorthand_property_identifier_pattern) @destructured_key
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @destructured_key)
  (pair_pattern key: [(property_identifier) (string)] @destructured_key)])
(for_in_statement !kind left: (_) @write)
(catch_clause parameter: (identifier) @name @define.variable)
(shorthand_property_identifier_pattern) @name @define.variable
(pair_pattern value: [(identifier) @name @define.variable (assignment_pattern left: (identifier) @name @define.variable)])
(array_pattern [(identifier) @name @define.variable (assignment_pattern left: (identifier) @name @define.variable) (rest_pattern (identifier) @name @define.variable)])
(object_pattern (rest_pattern (identifier) @name @define.variable))

; Scopes and parameters.
(statement_block) @scope
(switch_body) @scope
(arrow_function) @scope @closure
(function_expression) @scope @closure
(generator_function) @scope @closure
(object (method_definition) @scope @closure)
(for_statement) @scope
(for_in_statement) @scope
(catch_clause) @scope
(class) @scope
(arrow_function parameter: (identifier) @name @parameter @callback_parameter)

; References.
(call_expression function: (_) @callee arguments: (arguments) @arguments) @call
(call_expression function: (_) @callee arguments: (template_string)) @call
(new_expression constructor: (_) @callee arguments: (_)? @arguments) @construct
(class_declaration decorator: (decorator (_) @callee) @annotate)
(export_statement decorator: (decorator (_) @callee) @annotate)
(assignment_expression left: (_) @write)
(assignment_expression left: (object_pattern (shorthand_property_identifier_pattern) @write @undefined))
(assignment_expression left: (object_pattern (object_assignment_pattern left: (_) @write @undefined)))
(assignment_expression left: (object_pattern (pair_pattern value: (_) @write @undefined)))
(assignment_expression left: (array_pattern (_) @write @undefined))
(assignment_expression left: [(object_pattern (rest_pattern (_) @write @undefined)) (array_pattern (rest_pattern (_) @write @undefined))])
(augmented_assignment_expression left: (_) @write) @update
(update_expression argument: (_) @write) @update
(unary_expression operator: "delete" argument: (_) @mutated)
(for_in_statement operator: "of" right: (_) @operand) @operator
(for_in_statement "await" @operator_token operator: "of" right: (_) @operand) @operator
(array (spread_element (_) @operand) @operator)
(arguments (spread_element (_) @operand) @operator)
(variable_declarator name: (array_pattern) value: (_) @operand) @operator
(assignment_expression left: (array_pattern) right: (_) @operand) @operator
(yield_expression "*" (_) @operand) @operator
(template_substitution (_) @operand) @operator
(binary_expression left: (_) @operand operator: "+") @operator
(binary_expression operator: "+" right: (_) @operand) @operator
(augmented_assignment_expression operator: "+=" right: (_) @operand) @operator
(identifier) @ref
(member_expression) @ref
(shorthand_property_identifier) @ref

[(function_expression name: (_) @hidden) (generator_function name: (_) @hidden) (class name: (_) @hidden)]

; A named function expression can refer to itself.
(variable_declarator name: (identifier) @value value: [(function_expression name: (identifier) @name @define.variable) (generator_function name: (identifier) @name @define.variable)])
(assignment_expression left: (_) @value right: [(function_expression name: (identifier) @name @define.variable) (generator_function name: (identifier) @name @define.variable)])
[(function_expression name: (identifier) @name @define.variable) (generator_function name: (identifier) @name @define.variable)]

; Later assignments to variables.
(variable_declarator name: (identifier) @declared !value)
(variable_declarator name: (identifier) @declared value: [(null) (undefined)])
(assignment_expression left: (identifier) @assigned right: (_) @value)
(augmented_assignment_expression left: (identifier) @assigned right: (_) @value)
(assignment_expression left: (array_pattern (identifier) @assigned) @value)
(assignment_expression left: (object_pattern [(shorthand_property_identifier_pattern) @assigned (pair_pattern value: (identifier) @assigned)]) @value)
(for_in_statement !kind left: (identifier) @assigned) @value

; Results of functions.
(return_statement (expression) @result)
(arrow_function body: (expression) @result)

; Imports and re-exports.
(export_statement "default" value: (identifier) @hidden)
(import_statement) @import
(export_statement source: (_)) @import
(export_statement (export_clause)) @import
(export_statement "default" @import)
(export_statement "export" @import declaration: (_))
(call_expression function: (import)) @import
(call_expression function: (identifier) @_require arguments: (arguments [(string) (template_string)]) (#eq? @_require "require")) @import
(call_expression function: (member_expression) @_require arguments: (arguments . (string)) (#any-of? @_require "require.resolve" "import.meta.resolve")) @import

; Branches: complexity.
[(if_statement) (for_statement) (for_in_statement) (while_statement) (do_statement) (switch_case) (catch_clause) (ternary_expression)] @branch
(binary_expression operator: ["&&" "||" "??"]) @branch
(augmented_assignment_expression operator: ["&&=" "||=" "??="]) @branch
