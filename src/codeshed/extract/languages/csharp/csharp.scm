; Definitions.
(namespace_declaration name: (_) @name @hidden) @define.namespace
(file_scoped_namespace_declaration name: (_) @namespace.file @hidden)
(class_declaration name: (_) @name (type_parameter_list)? @type_parameters (base_list [(_) @inherits ","]+)? body: (_) @body) @define.class
(struct_declaration name: (_) @name (type_parameter_list)? @type_parameters (base_list [(_) @implements ","]+)? body: (_) @body) @define.struct
(record_declaration name: (_) @name (type_parameter_list)? @type_parameters (base_list [(_) @inherits ","]+)? body: (_)? @body) @define.class
(interface_declaration name: (_) @name type_parameters: (_)? @type_parameters (base_list [(_) @inherits ","]+)? body: (_) @body) @define.interface
(enum_declaration name: (_) @name (base_list) @hidden body: (_) @body) @define.enum
(enum_declaration name: (_) @name body: (_) @body) @define.enum
(enum_member_declaration name: (_) @name value: (_)? @value) @define.member
(delegate_declaration type: (_) @hidden name: (_) @name type_parameters: (_)? @type_parameters) @define.alias
(method_declaration returns: (_) @returns name: (_) @name type_parameters: (_)? @type_parameters body: (_)? @body) @define.method
(local_function_statement type: (_) @returns name: (_) @name type_parameters: (_)? @type_parameters body: (_)? @body) @define.function
(constructor_declaration name: (_) @name body: (_)? @body) @define.constructor
(destructor_declaration name: (_) @name body: (_)? @body) @define.destructor
(operator_declaration type: (_) @returns operator: _ @name body: (_)? @body) @define.method
(conversion_operator_declaration type: (_) @name @returns body: (_)? @body) @define.method
(indexer_declaration type: (_) @returns "this" @name [accessors: (_) value: (_)] @body) @define.getter
(property_declaration type: (_) @returns name: (_) @name accessors: (accessor_list (accessor_declaration body: (_))) @body) @define.getter
(property_declaration type: (_) @returns name: (_) @name value: (arrow_expression_clause) @body) @define.getter
(property_declaration (modifier) @_modifier type: (_) @returns name: (_) @name accessors: (_) (#eq? @_modifier "abstract")) @define.getter
(property_declaration (modifier) @_modifier type: (_) @returns name: (_) @name accessors: (_) @body (#any-of? @_modifier "override" "virtual")) @define.getter
(interface_declaration body: (_ (property_declaration type: (_) @returns name: (_) @name accessors: (_)) @define.getter))
(property_declaration type: (_) @type name: (_) @name accessors: (_) value: (_)? @value) @define.field
(event_declaration type: (_) @type name: (_) @name) @define.field
(field_declaration (variable_declaration type: (_) @type (variable_declarator name: (_) @name ("=" (_) @value)?))) @define.field
(event_field_declaration (variable_declaration type: (_) @type (variable_declarator name: (_) @name ("=" (_) @value)?))) @define.field
(class_declaration (parameter_list (parameter type: (_) @type name: (_) @name) @define.field))
(struct_declaration (parameter_list (parameter type: (_) @type name: (_) @name) @define.field))
(record_declaration (parameter_list (parameter type: (_) @type name: (_) @name) @define.field))
(local_declaration_statement (variable_declaration type: (_) @type (variable_declarator name: (_) @name ("=" (_) @value)?))) @define.variable
(local_declaration_statement (variable_declaration (variable_declarator (tuple_pattern name: (identifier) @name @item) (_) @destructured_from))) @define.variable

; Scopes and parameters.
[(block) (arrow_expression_clause) (lambda_expression) (anonymous_method_expression) (for_statement) (foreach_statement) (using_statement) (fixed_statement) (catch_clause) (switch_section) (switch_expression_arm) (query_expression) (accessor_declaration)] @scope
(_ parameters: (_ (parameter type: (_)? @type name: (_) @name ("=" (_) @default)?) @parameter @value))
(_ parameters: (parameter_list "params" type: (_) @type name: (_) @name @parameter @variadic))
(lambda_expression parameters: (implicit_parameter) @name @parameter @value)
(for_statement initializer: (variable_declaration type: (_) @type (variable_declarator name: (_) @name @parameter ("=" (_) @value)?)))
(using_statement (variable_declaration type: (_) @type (variable_declarator name: (_) @name @parameter ("=" (_) @value)?)))
(fixed_statement (variable_declaration type: (_) @type (variable_declarator name: (_) @name @parameter ("=" (_) @value)?)))
(foreach_statement type: (_) @type left: (identifier) @name @parameter right: (_) @iterable)
(tuple_pattern name: (identifier) @name @parameter)
(catch_declaration type: (_) @type name: (_)? @name) @parameter
(declaration_expression type: (_) @type name: (_) @name) @parameter
(declaration_pattern type: (_) @type name: (identifier) @name @parameter)
(recursive_pattern type: (_) @type name: (identifier) @name @parameter)
(from_clause type: (_)? @type name: (_) @name @parameter "in" (_) @iterable)
(join_clause . (identifier) @name @parameter "in" . (_) @iterable)
(let_clause . (identifier) @name @parameter "=" (_) @value)

; Code that runs when an object is constructed.
((field_declaration (modifier)* @_modifier (variable_declaration (variable_declarator name: (_) (_) @initializer))) (#not-match? @_modifier "^(static|const)$"))
((property_declaration (modifier)* @_modifier accessors: (_) value: (_) @initializer) (#not-match? @_modifier "^static$"))

; References.
((invocation_expression function: (_) @callee arguments: (_) @arguments) @call (#not-eq? @callee "nameof"))
(invocation_expression function: (identifier) @hidden (#eq? @hidden "nameof"))
(constructor_initializer ["this" "base"] @callee (argument_list) @arguments) @call
(object_creation_expression type: (_) @hidden arguments: (_)? @arguments) @construct
(base_list (_) @constructed_type . (argument_list) @arguments) @construct
(base_list (primary_constructor_base_type type: (_) @constructed_type (argument_list) @arguments)) @construct
(implicit_object_creation_expression (argument_list) @arguments) @construct
(attribute name: (_) @callee @hidden (attribute_argument_list)? @arguments) @annotate
(assignment_expression left: (_) @write operator: "=")
(assignment_expression left: (_) @write operator: _ @_operator (#not-eq? @_operator "=")) @update
(postfix_unary_expression (_) @write ["++" "--"]) @update
(prefix_unary_expression ["++" "--"] (_) @write) @update
(argument ["ref" "out"] (_) @shared)
(identifier) @ref
(member_access_expression name: (_) @hidden) @ref
(conditional_access_expression (member_binding_expression) @hidden) @ref
(typeof_expression type: (qualified_name) @ref)

; Names in positions that are no values.
(cast_expression type: (_) @hidden)
(as_expression right: (_) @hidden)
(is_expression right: (_) @hidden)
(default_expression type: (_) @hidden)
(sizeof_expression type: (_) @hidden)
(recursive_pattern type: (_) @hidden)
(declaration_pattern type: (_) @hidden)
(subpattern . (identifier) @hidden)
(stackalloc_expression type: (array_type type: (_) @hidden))
[(type_parameter_list) (type_parameter_constraints_clause) (explicit_interface_specifier) (type_argument_list) (extern_alias_directive)] @hidden
(argument name: (_) @hidden)
(attribute_argument name: (_) @hidden)
(alias_qualified_name) @hidden
((assignment_expression left: (identifier) @hidden operator: "=") (#eq? @hidden "_"))
(initializer_expression (assignment_expression left: (identifier) @hidden) @write)
(with_initializer . (identifier) @hidden) @write
(anonymous_object_creation_expression (identifier) @hidden . "=")
[(goto_statement (identifier) @hidden) (labeled_statement . (identifier) @hidden)]
(preproc_if condition: (_) @hidden)
(preproc_elif condition: (_) @hidden)

; Imports.
[(using_directive) (extern_alias_directive)] @import

; Operators that may call methods.
(binary_expression left: (_) @operand @argument operator: _ @operator_token right: (_) @argument) @operator
(assignment_expression left: (_) @operand @argument operator: _ @operator_token right: (_) @argument) @operator
(prefix_unary_expression . _ @operator_token (_) @operand @argument) @operator
(postfix_unary_expression (_) @operand @argument . ["++" "--"] @operator_token) @operator
(element_access_expression expression: (_) @operand) @operator

; Branches: complexity.
[(if_statement) (for_statement) (foreach_statement) (while_statement) (do_statement) (catch_clause) (conditional_expression)] @branch
(switch_section "case") @branch
(switch_expression_arm . [(constant_pattern) (declaration_pattern) (recursive_pattern) (relational_pattern) (or_pattern) (and_pattern) (negated_pattern) (type_pattern) (list_pattern) (var_pattern) (tuple_pattern)]) @branch
(binary_expression operator: ["&&" "||" "??"]) @branch

; References to types.
(_ type: [(identifier) (generic_name) (qualified_name) (alias_qualified_name)] @used_type)
(_ returns: [(identifier) (generic_name) (qualified_name) (alias_qualified_name)] @used_type)
(type_argument_list [(identifier) (generic_name) (qualified_name) (alias_qualified_name)] @used_type)
(as_expression right: [(identifier) (generic_name) (qualified_name) (alias_qualified_name)] @used_type)
(is_expression right: [(identifier) (generic_name) (qualified_name) (alias_qualified_name)] @used_type)
(type_parameter_constraint [(identifier) (generic_name) (qualified_name) (alias_qualified_name)] @used_type)
