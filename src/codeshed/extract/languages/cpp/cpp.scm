; Definitions: declarators.py finds the name in a declarator, and what it declares.
(function_definition declarator: (_) @declarator body: (_) @body) @declare
(function_definition declarator: (_) @declarator !body) @declare
(declaration declarator: (_) @declarator) @declare
(field_declaration declarator: (_) @declarator) @declare
(for_range_loop declarator: (_) @declarator) @declare
(declaration declarator: (init_declarator
  declarator: [(structured_binding_declarator (identifier) @name @define.variable @listed)
    (reference_declarator (structured_binding_declarator (identifier) @name @define.variable @listed))]
  value: (_) @destructured_from))
(for_range_loop
  declarator: [(structured_binding_declarator (identifier) @name @define.variable @listed)
    (reference_declarator (structured_binding_declarator (identifier) @name @define.variable @listed))]
  right: (_) @iterable)
(structured_binding_declarator (identifier) @name @define.variable)
; The grammar parses pointers to functions without parameters as calls: `void (*run)() = go;`.
(assignment_expression
  left: (call_expression function: (call_expression
    function: (primitive_type) arguments: (argument_list . (pointer_expression "*" argument: (identifier) @name) .))) @hidden
  right: (_) @value) @define.variable
(expression_statement (call_expression function: (call_expression
  function: (primitive_type) arguments: (argument_list . (pointer_expression "*" argument: (identifier) @name) .))) @hidden @define.variable)
(type_definition declarator: (_) @declarator) @typedef
(class_specifier name: (_) @name body: (_) @body) @define.class
(struct_specifier name: (_) @name body: (_) @body) @define.struct
(union_specifier name: (_) @name body: (_) @body) @define.union
(enum_specifier name: (_) @name body: (_) @body) @define.enum
(enumerator name: (_) @name value: (_)? @value) @define.member
(alias_declaration name: (_) @name type: (_) @type) @define.alias
(concept_definition name: (_) @name) @define.interface
(preproc_function_def name: (_) @name value: (_)? @body) @define.function
(preproc_function_def value: (_) @unparsed)
(preproc_def name: (_) @name value: (_) @body) @define.constant
(namespace_definition name: (_) @name body: (_) @body) @define.namespace

; Scopes and parameters.
(compound_statement) @scope
(for_statement) @scope
(for_range_loop) @scope
(if_statement) @scope
(while_statement) @scope
(switch_statement) @scope
(catch_clause) @scope
(lambda_expression) @scope
(parameter_declaration declarator: (_) @declarator) @parameter
(optional_parameter_declaration declarator: (_) @declarator) @parameter
(optional_parameter_declaration type: (_) @type !declarator default_value: (_) @default) @parameter
(parameter_declaration type: (_) @type !declarator (#not-eq? @type "void")) @parameter
(variadic_parameter_declaration declarator: (_) @declarator) @parameter @variadic
(preproc_params (identifier) @name @parameter)
(preproc_params "..." @name @parameter @variadic)

; Code that runs when an object is constructed.
((field_declaration (storage_class_specifier)* @_storage default_value: (_) @initializer) (#not-eq? @_storage "static"))

; References.
(call_expression function: (_) @callee arguments: (_) @arguments) @call
(parameter_declaration type: (_) @callee declarator: (abstract_function_declarator parameters: (_) @arguments)) @call
(new_expression type: (_) @hidden arguments: (_)? @arguments) @construct
(compound_literal_expression type: (_) @hidden value: (_) @arguments) @construct
(init_declarator value: [(argument_list) (initializer_list)] @arguments) @construct
(return_statement (initializer_list) @arguments) @construct
(field_declaration default_value: (initializer_list) @arguments) @construct
(field_initializer . (field_identifier) @write [(argument_list) (initializer_list)] @arguments)
(field_initializer . [(template_method) (qualified_identifier)] @callee (argument_list) @arguments) @call
(assignment_expression left: (_) @write operator: "=")
(assignment_expression left: (_) @write operator: ["+=" "-=" "*=" "/=" "%=" "<<=" ">>=" "&=" "|=" "^="]) @update
(update_expression argument: (_) @write) @update
(identifier) @ref
(field_expression) @ref
(qualified_identifier) @ref
(template_function) @ref

; Names in positions that are no values.
(preproc_ifdef name: (_) @hidden)
(preproc_defined) @hidden
(preproc_def name: (_) @hidden)
(template_parameter_list) @hidden
(attribute_specifier) @hidden
(attribute_declaration) @hidden
(qualified_identifier name: (_) @hidden)
(field_expression field: (qualified_identifier) @hidden)
(template_function name: (_) @hidden)
(ms_declspec_modifier) @hidden
(base_class_clause) @hidden
(type_descriptor) @hidden
(destructor_name) @hidden
(cast_expression type: (_) @hidden)
(friend_declaration (type_identifier) @hidden)

; Includes, `using`, and members of unscoped enums, which are visible in the enclosing scope.
(preproc_include) @import
(preproc_call directive: (_) @_directive (#match? @_directive "import|include_next")) @import
(using_declaration) @import
(preproc_def value: (preproc_arg) @import (#match? @import "^[ \t\\\\\r\n]*(inline[ \t\\\\\r\n]+)?namespace[^a-zA-Z0-9_]"))
(namespace_alias_definition) @import
(namespace_definition "inline" name: (namespace_identifier) @import)
(declaration . type: (type_identifier) @_word declarator: (identifier) @undefined (#any-of? @_word "import" "module" "export")) @import
(enum_specifier name: (type_identifier) @import body: (_))
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @import)

; Branches: complexity.
[(if_statement) (for_statement) (for_range_loop) (while_statement) (do_statement) (conditional_expression) (catch_clause)] @branch
(case_statement value: (_)) @branch
(binary_expression operator: ["&&" "||" "and" "or"]) @branch

; References to types.
[(type_identifier) (template_type)] @used_type
(qualified_identifier name: [(type_identifier) (template_type)]) @used_type
(qualified_identifier name: (qualified_identifier name: [(type_identifier) (template_type)])) @used_type
(qualified_identifier name: (qualified_identifier name: (qualified_identifier name: [(type_identifier) (template_type)]))) @used_type
