; Definitions.
(function_declaration name: (identifier) @name parameters: (_) body: (_) @body) @define.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @define.function
(class_declaration name: (_) @name (class_heritage (_) @inherits)? body: (_) @body) @define.class
(class_body (method_definition name: (_) @name body: (_) @body) @define.method)
(class_body (field_definition property: (_) @name value: (_)? @value) @define.field)
(variable_declarator name: (identifier) @name value: (arrow_function body: (_) @body) @inner) @define.function
(variable_declarator name: (identifier) @name value: (function_expression body: (_) @body) @inner) @define.function
(variable_declarator name: (identifier) @name value: (class (class_heritage (_) @inherits)? body: (_) @body)) @define.class
(variable_declarator name: (identifier) @name value: (_)? @value) @define.variable
(variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name)])) @define.variable
(variable_declarator name: (array_pattern (identifier) @name)) @define.variable
(variable_declarator value: (object (pair key: (property_identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @inner) @define.method))
(variable_declarator value: (object (method_definition name: (_) @name body: (_) @body) @define.method))
(for_in_statement left: (identifier) @name right: (_) @iterable) @define.variable
(catch_clause parameter: (identifier) @name) @define.variable

; Functions of prototypes.
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @owner property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: (function_expression body: (_) @body) @inner
  (#eq? @_prototype "prototype")) @define.method

; What can be seen where.
(statement_block) @scope
(arrow_function) @scope
(function_expression) @scope
(for_statement) @scope
(for_in_statement) @scope
(catch_clause) @scope
(formal_parameters (identifier) @name @parameter)
(arrow_function parameter: (identifier) @name @parameter)
(formal_parameters (assignment_pattern left: (identifier) @name right: (_) @default) @parameter)
(formal_parameters (rest_pattern (identifier) @name) @parameter @variadic)
(formal_parameters (object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name)]) @parameter)

; Uses.
(call_expression function: (_) @callee arguments: (_) @arguments) @call
(new_expression constructor: (_) @callee arguments: (_)? @arguments) @construct
(decorator (_) @callee) @annotate
(assignment_expression left: (_) @write)
(augmented_assignment_expression left: (_) @write) @update
(update_expression argument: (_) @write) @update
(identifier) @ref
(member_expression) @ref
(shorthand_property_identifier) @ref

; Imports and what is passed on.
(import_statement) @import
(export_statement) @import
(call_expression function: (import)) @import
(call_expression function: (identifier) @_require arguments: (arguments (string)) (#eq? @_require "require")) @import

; What makes a function complex.
[(if_statement) (for_statement) (for_in_statement) (while_statement) (do_statement) (switch_case) (catch_clause) (ternary_expression)] @branch
(binary_expression operator: ["&&" "||" "??"]) @branch
