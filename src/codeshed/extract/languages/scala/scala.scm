; Definitions.
(package_clause name: (_) @namespace.file @hidden !body)
(package_clause name: (_) @name @hidden body: (_)) @define.namespace
(package_object name: (_) @name) @define.namespace
(class_definition name: (_) @name extend: (extends_clause [type: (_) @inherits (arguments) "with" ","]+)? body: (_)? @body) @define.class
(trait_definition name: (_) @name extend: (extends_clause [type: (_) @inherits (arguments) "with" ","]+)? body: (_)? @body) @define.trait
(object_definition name: (_) @name extend: (extends_clause [type: (_) @inherits (arguments) "with" ","]+)? body: (_)? @body) @define.object
(enum_definition name: (_) @name extend: (extends_clause [type: (_) @inherits (arguments) "with" ","]+)? body: (_) @body) @define.enum
(simple_enum_case name: (_) @name) @define.member
(full_enum_case name: (_) @name extend: (extends_clause [type: (_) @inherits (arguments) "with" ","]+)?) @define.class
(instance_expression . [(type_identifier) @name @inherits (generic_type type: (type_identifier) @name) @inherits (stable_type_identifier (type_identifier) @name .) @inherits (generic_type type: (stable_type_identifier (type_identifier) @name .)) @inherits (compound_type base: [(type_identifier) @name @inherits (generic_type type: (type_identifier) @name) @inherits (applied_constructor_type . [(type_identifier) @name @inherits (generic_type type: (type_identifier) @name) @inherits])] extra: (_)* @implements)] (template_body) @define.class @body)
(given_definition name: (_) @name return_type: (_) @inherits body: (with_template_body) @body) @define.object
(given_definition name: (_) @name return_type: (_) @type body: (_)? @value) @define.field
(given_definition !name return_type: (_) @name @inherits body: (with_template_body) @body) @define.object
(given_definition !name return_type: (_) @name @type body: (_)? @value) @define.field
(extension_definition parameters: (parameters (parameter type: (_) @owner))) @define.extension
(type_definition name: (_) @name (upper_bound) @type) @define.alias
(type_definition name: (_) @name type: (_)? @type) @define.alias
(function_definition name: (_) @name return_type: (_)? @returns body: (_) @body (#eq? @name "this")) @define.constructor
(function_definition name: (_) @name return_type: (_)? @returns body: (_) @body) @define.method
(function_declaration name: (_) @name return_type: (_)? @returns) @define.method
(val_definition "val" @constant pattern: (identifier) @name type: (_)? @type value: (_)? @value) @define.field
(var_definition pattern: (identifier) @name type: (_)? @type value: (_)? @value) @define.field
(val_definition pattern: (tuple_pattern (identifier) @name @item) value: (_) @destructured_from) @define.field
(val_definition pattern: [(identifiers (identifier) @name) (tuple_pattern (identifier) @name)] type: (_)? @type) @define.field
(var_definition pattern: [(identifiers (identifier) @name) (tuple_pattern (identifier) @name)] type: (_)? @type) @define.field
(val_definition pattern: (case_class_pattern (identifier) @name)) @define.field
(val_declaration name: (_) @name type: (_) @type) @define.field
(var_declaration name: (_) @name type: (_) @type) @define.field
(class_parameter name: (_) @name type: (_)? @type default_value: (_)? @value) @define.field

; Scopes and parameters.
[(block) (indented_block) (lambda_expression) (for_expression) (case_clause) (colon_argument)] @scope
(parameter name: (_) @name type: (_)? @type default_value: (_)? @default) @parameter
(lambda_expression parameters: (identifier) @name @parameter @callback_parameter)
(colon_argument lambda_start: (identifier) @name @parameter)
(binding name: (_) @name !type) @parameter @callback_parameter
(binding name: (_) @name type: (_) @type) @parameter
(enumerator . (identifier) @name @parameter "<-" (_) @iterable)
(enumerator . (identifier) @name @parameter "=" (_) @value)
(enumerator . (typed_pattern pattern: (identifier) @name @parameter type: (_) @type))
(case_clause pattern: (identifier) @name @parameter (#match? @name "^[a-z_]"))
(case_class_pattern (identifier) @name @parameter (#match? @name "^[a-z_]"))
(tuple_pattern (identifier) @name @parameter (#match? @name "^[a-z_]"))
(infix_pattern [left: (identifier) right: (identifier)] @name @parameter (#match? @name "^[a-z_]"))
(case_clause pattern: (typed_pattern pattern: (identifier) @name @parameter type: (_) @type))
(case_class_pattern (typed_pattern pattern: (identifier) @name @parameter type: (_) @type))
(tuple_pattern (typed_pattern pattern: (identifier) @name @parameter type: (_) @type))
(capture_pattern name: (identifier) @name @parameter pattern: (_) @value)
(self_type . (identifier) @name (_) @type) @parameter
(self_type . (identifier) @name .) @parameter @value

; References.
(call_expression function: [(identifier) (field_expression) (generic_function) (operator_identifier)] @callee arguments: [(arguments) @arguments (block) (case_block) (colon_argument)]) @call
(generic_function function: [(identifier) (field_expression)] @callee) @call
(infix_expression operator: (identifier) @hidden) @call
(postfix_expression (_) (identifier) @hidden .) @call
(infix_expression operator: (operator_identifier) @_operator (#match? @_operator "^[^:=]{2,}$") (#not-match? @_operator "^(&&|[|][|]|[+][+]|->|<<|>>|--|>>>)$")) @call
(instance_expression . (_) @_type arguments: (_)? @arguments) @construct
(extends_clause type: (_) @constructed_type . arguments: (arguments) @arguments) @construct
(assignment_expression left: (call_expression)) @call
(annotation name: (_) @callee) @annotate
(assignment_expression left: (_) @write)
(infix_expression left: (_) @write operator: (operator_identifier) @_operator (#any-of? @_operator "+=" "-=" "++=" "--=" "*=" "/=" "%=" "|=" "&=" "^=" "<<=" ">>=")) @update
(identifier) @ref
(field_expression field: (_) @hidden) @ref
(stable_identifier) @ref
(case_class_pattern type: (type_identifier) @ref)
(generic_function function: (identifier) @_class type_arguments: (type_arguments . (type_identifier) @ref) (#eq? @_class "classOf"))

; Names in positions that are no values.
(stable_identifier (identifier) @hidden .)
(stable_type_identifier) @hidden
(type_parameters) @hidden
(ascription_expression type: (_) @hidden)
(extends_clause type: (_) @hidden)
(derives_clause) @hidden
(access_qualifier) @hidden
(interpolated_string_expression interpolator: (_) @hidden)
(arguments (assignment_expression left: (identifier) @hidden))
(package_object name: (_) @hidden)

; Imports.
[(import_declaration) (export_declaration)] @import
(package_clause !body) @import
(package_object extend: (extends_clause type: (_) @module_name))

; Operators that may call methods.
(infix_expression left: (_) @operand operator: (operator_identifier) @operator_token right: (_) @argument (#not-match? @operator_token ":$")) @operator
(infix_expression left: (_) @argument operator: (operator_identifier) @operator_token right: (_) @operand (#match? @operator_token ":$")) @operator
(prefix_expression . _ @operator_token (_) @operand) @operator

; Branches: complexity.
[(if_expression) (while_expression) (do_while_expression) (for_expression)] @branch
(case_clause pattern: (_) @_pattern (#not-eq? @_pattern "_")) @branch
(infix_expression operator: (operator_identifier) @_operator (#any-of? @_operator "&&" "||")) @branch

; References to types.
[(type_identifier) (stable_type_identifier) (generic_type)] @used_type
