; Definitions.
(class_declaration name: (_) @name type_parameters: (_)? @type_parameters superclass: (superclass (_) @inherits)? interfaces: (super_interfaces (type_list [(_) @implements ","]+))? body: (_) @body) @define.class
(record_declaration name: (_) @name type_parameters: (_)? @type_parameters interfaces: (super_interfaces (type_list [(_) @implements ","]+))? body: (_) @body) @define.class
(interface_declaration name: (_) @name type_parameters: (_)? @type_parameters (extends_interfaces (type_list [(_) @inherits ","]+))? body: (_) @body) @define.interface
(annotation_type_declaration name: (_) @name body: (_) @body) @define.interface
(enum_declaration name: (_) @name interfaces: (super_interfaces (type_list [(_) @implements ","]+))? body: (_) @body) @define.enum
(enum_constant name: (_) @name body: (_)? @body) @define.member
(enum_constant body: (class_body . "{" @name) @define.class @body)
(object_creation_expression type: [(type_identifier) @name @inherits (generic_type . (type_identifier) @name) @inherits (scoped_type_identifier (type_identifier) @name .) @inherits (generic_type . (scoped_type_identifier (type_identifier) @name .)) @inherits] (class_body) @define.class @body)
(method_declaration type_parameters: (_)? @type_parameters type: (_) @returns name: (_) @name body: (_)? @body) @define.method
(annotation_type_element_declaration type: (_) @returns name: (_) @name) @define.method
(constructor_declaration type_parameters: (_)? @type_parameters name: (_) @name body: (_) @body) @define.constructor
(compact_constructor_declaration name: (_) @name body: (_) @body) @define.constructor
(field_declaration type: (_) @type declarator: (variable_declarator name: (_) @name dimensions: (_)? @array value: (_)? @value)) @define.field
(constant_declaration type: (_) @type declarator: (variable_declarator name: (_) @name dimensions: (_)? @array value: (_)? @value)) @define.field
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (_) @name) @define.field))
(record_declaration parameters: (formal_parameters (spread_parameter (_) @type . (variable_declarator name: (_) @name)) @define.field @array))
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (_) @name dimensions: (_)? @array value: (_)? @value)) @define.variable

; Scopes and parameters.
(lambda_expression) @scope @closure
[(block) (constructor_body) (for_statement) (enhanced_for_statement) (catch_clause) (try_with_resources_statement) (switch_rule) (switch_block_statement_group)] @scope
(method_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (_) @name dimensions: (_)? @array) @parameter))
(method_declaration parameters: (formal_parameters (spread_parameter (_) @type . (variable_declarator name: (_) @name)) @parameter @variadic @array))
(constructor_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (_) @name dimensions: (_)? @array) @parameter))
(constructor_declaration parameters: (formal_parameters (spread_parameter (_) @type . (variable_declarator name: (_) @name)) @parameter @variadic @array))
(lambda_expression parameters: (formal_parameters (formal_parameter type: (_) @type name: (_) @name dimensions: (_)? @array) @parameter))
(lambda_expression parameters: (formal_parameters (spread_parameter (_) @type . (variable_declarator name: (_) @name)) @parameter @variadic @array))
(lambda_expression parameters: (identifier) @name @parameter @callback_parameter)
(inferred_parameters (identifier) @name @parameter @callback_parameter)
(enhanced_for_statement type: (_) @type name: (_) @name @parameter value: (_) @iterable)
(catch_formal_parameter (catch_type) @type name: (_) @name) @parameter
(resource type: (_) @type name: (_) @name value: (_) @value) @parameter
(instanceof_expression right: (_) @type name: (_) @name @parameter)
(type_pattern (_) @type (identifier) @name) @parameter
(record_pattern_component (_) @type (identifier) @name) @parameter

; Code that runs when an object is constructed.
((field_declaration (modifiers)? @_modifiers declarator: (variable_declarator value: (_) @initializer)) (#not-match? @_modifiers "\\bstatic\\b"))
(class_body (block) @initializer)
(enum_body_declarations (block) @initializer)

; References.
(method_invocation name: (identifier) @hidden arguments: (_) @arguments) @call
(explicit_constructor_invocation constructor: (_) @callee arguments: (_) @arguments) @call
(object_creation_expression type: (_) arguments: (_) @arguments) @construct
(method_reference . [(identifier) (field_access) (generic_type)] @hidden "::" "new") @construct
(enum_declaration name: (_) @constructed_type body: (enum_body (enum_constant arguments: (_) @arguments) @construct))
(annotation name: (_) @callee @hidden) @annotate
(marker_annotation name: (_) @callee @hidden) @annotate
(return_statement [(lambda_expression) (method_reference)] @result)
(assignment_expression left: (_) @write operator: "=")
(assignment_expression left: (_) @write operator: _ @_operator (#not-eq? @_operator "=")) @update
(update_expression (_) @write) @update
(identifier) @ref
(field_access field: (_) @hidden) @ref
(method_reference . (_) "::" (identifier) @hidden) @ref
(class_literal (type_identifier) @ref)
(instanceof_expression right: (type_identifier) @ref)

; Names in positions that are no values.
(element_value_pair key: (_) @hidden)
(labeled_statement . (identifier) @hidden)
[(break_statement (identifier) @hidden) (continue_statement (identifier) @hidden)]
(package_declaration [(identifier) (scoped_identifier)] @namespace.file @hidden)
(module_declaration name: (_) @hidden)

; Imports.
(import_declaration) @import
[(requires_module_directive) (provides_module_directive) (uses_module_directive) (exports_module_directive) (opens_module_directive)] @import

; Branches: complexity.
[(if_statement) (for_statement) (enhanced_for_statement) (while_statement) (do_statement) (catch_clause) (ternary_expression)] @branch
(switch_label . (_)) @branch
(binary_expression operator: ["&&" "||"]) @branch

; References to types.
[(type_identifier) (scoped_type_identifier) (generic_type)] @used_type
