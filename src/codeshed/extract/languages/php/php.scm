; Definitions: declared types and parents are added in php_grammar.py.
(namespace_definition name: (_) @namespace.file !body)
(namespace_definition name: (_) @name body: (_) @body) @define.namespace
(class_declaration name: (_) @name body: (_) @body) @define.class
(anonymous_class "class" @name body: (_) @body) @define.class
(interface_declaration name: (_) @name body: (_) @body) @define.interface
(trait_declaration name: (_) @name body: (_) @body) @define.trait
(enum_declaration name: (_) @name body: (_) @body) @define.enum
(enum_case name: (_) @name) @define.member
(method_declaration name: (_) @name) @define.method
(function_definition name: (_) @name body: (_) @body) @define.function
(property_declaration (property_element name: (variable_name (name) @name))) @define.field
(property_promotion_parameter name: (variable_name (name) @name) @hidden) @define.field @promoted
(const_declaration (const_element . (name) @name . (_) @value)) @define.constant
(function_call_expression function: (name) @_define arguments: (arguments . (argument (string (string_content) @name)) . (argument (_) @value)) (#eq? @_define "define")) @define.constant
(assignment_expression left: (variable_name) @name right: (_) @value) @define.variable
(assignment_expression left: (list_literal (variable_name) @name)) @define.variable
(static_variable_declaration name: (_) @name value: (_)? @value) @define.variable
(foreach_statement . (_) @iterable . (variable_name) @name) @define.variable
(foreach_statement . (_) @iterable . (pair (_) . (variable_name) @name)) @define.variable
(foreach_statement . (_) . (pair . (variable_name) @name)) @define.variable
(catch_clause type: (_) @type name: (_) @name) @define.variable

; Scopes and parameters.
(anonymous_function) @scope @closure
(arrow_function) @scope @closure
(simple_parameter name: (_) @name) @parameter
(property_promotion_parameter name: (_) @name) @parameter
(variadic_parameter name: (_) @name) @parameter @variadic @array

; References.
(function_call_expression function: (_) @callee arguments: (_) @arguments) @call
(member_call_expression arguments: (_) @arguments) @call
(nullsafe_member_call_expression arguments: (_) @arguments) @call
(scoped_call_expression arguments: (_) @arguments) @call
(object_creation_expression . [(name) (qualified_name) (relative_name)] @hidden (arguments)? @arguments) @construct
(object_creation_expression . (anonymous_class (arguments)? @arguments)) @construct
(attribute . (_) @callee parameters: (_)? @arguments) @annotate
(assignment_expression left: (_) @write)
(reference_assignment_expression left: (_) @write)
(augmented_assignment_expression left: (_) @write) @update
(update_expression argument: (_) @write) @update
(unset_statement (_) @mutated)
(reference_assignment_expression right: (_) @shared)
(arguments (argument [(variable_name) (member_access_expression) (scoped_property_access_expression)] @shared))
(foreach_statement . (_) @shared (by_ref))
(foreach_statement . (_) @shared (pair (by_ref)))
(name) @ref
(qualified_name) @ref
(relative_name) @ref
(variable_name) @ref
(member_access_expression) @ref
(nullsafe_member_access_expression) @ref
(scoped_property_access_expression) @ref
(class_constant_access_expression) @ref
(array_creation_expression . (array_element_initializer) . (array_element_initializer (string)) .) @ref

; Functions passed by name, as strings.
((function_call_expression function: (name) @_taking arguments: (arguments (argument [(string) (encapsed_string)] @name_in_string)))
  (#any-of? @_taking "array_diff_ukey" "array_filter" "array_map" "array_reduce" "array_udiff" "array_uintersect" "array_walk" "array_walk_recursive" "call_user_func" "call_user_func_array" "forward_static_call" "is_callable" "iterator_apply" "ob_start" "preg_replace_callback" "register_shutdown_function" "set_error_handler" "set_exception_handler" "spl_autoload_register" "uasort" "uksort" "usort"))

; Names in positions that are no values.
(variable_name (name) @hidden)
(qualified_name (_) @hidden)
(relative_name (_) @hidden)
(namespace_definition name: (_) @hidden)
(member_access_expression name: (_) @hidden)
(nullsafe_member_access_expression name: (_) @hidden)
(member_call_expression name: (name) @hidden)
(nullsafe_member_call_expression name: (name) @hidden)
(scoped_call_expression name: (name) @hidden)
(scoped_property_access_expression name: (_) @hidden)
(class_constant_access_expression (_) . (name) @hidden)
(property_element name: (_) @hidden)
(named_type) @hidden
(base_clause) @hidden
(class_interface_clause) @hidden
(use_declaration) @hidden
(argument name: (_) @hidden)
(declare_directive) @hidden
(goto_statement) @hidden
(named_label_statement . (_) @hidden)
(global_declaration (variable_name) @hidden)
(function_static_declaration (static_variable_declaration name: (_) @hidden))

; Imports.
(namespace_use_declaration) @import
[(require_expression) (require_once_expression) (include_expression) (include_once_expression)] @import

; Operators that may call methods.
(subscript_expression . (_) @operand) @operator
(assignment_expression left: (subscript_expression . (_) @operand) @operator "=" @operator_token)
(unset_statement "unset" @operator_token (subscript_expression . (_) @operand) @operator)
(function_call_expression function: (name) @operator_token arguments: (arguments (argument (subscript_expression . (_) @operand) @operator)) (#eq? @operator_token "isset"))

; Branches: complexity.
[(if_statement) (else_if_clause) (for_statement) (foreach_statement) (while_statement) (do_statement) (case_statement) (catch_clause) (conditional_expression) (match_conditional_expression)] @branch
(binary_expression operator: ["&&" "||" "and" "or" "??"]) @branch
(return_statement (expression) @result)

; References to types.
(named_type) @used_type
