; Definitions: declarators.py finds the name in a declarator, and whether it is a function.
(function_definition declarator: (_) @declarator body: (_) @body) @declare
((expression_statement (call_expression function: (identifier) @_macro arguments: (argument_list . (identifier) @name))) @with_modifiers . (compound_statement) @body @macro_body (#match? @_macro "^[A-Z][A-Z0-9_]+$"))
(declaration declarator: (_) @declarator) @declare
(field_declaration declarator: (_) @declarator) @declare
(type_definition declarator: (_) @declarator) @typedef
(struct_specifier name: (_) @name body: (_) @body) @define.struct
(union_specifier name: (_) @name body: (_) @body) @define.union
(enum_specifier name: (_) @name body: (_) @body) @define.enum
(enumerator name: (_) @name value: (_)? @value) @define.member
(preproc_function_def name: (_) @name value: (_)? @body) @define.function
(preproc_function_def value: (_) @unparsed)
(preproc_def name: (_) @name value: (_) @body) @define.constant

; Scopes and parameters.
(compound_statement) @scope
(for_statement) @scope
(parameter_declaration declarator: (_) @declarator) @parameter
(parameter_declaration type: (_) @type !declarator (#not-eq? @type "void")) @parameter
(parameter_list (identifier) @name @parameter)
(parameter_list (variadic_parameter) @name @parameter @variadic)
(preproc_params (identifier) @name @parameter)
(preproc_params "..." @name @parameter @variadic)

; References.
(call_expression function: (_) @callee arguments: (_) @arguments) @call
(compound_literal_expression type: (_)) @construct
(assignment_expression left: (_) @write operator: "=")
(assignment_expression left: (_) @write operator: ["+=" "-=" "*=" "/=" "%=" "<<=" ">>=" "&=" "|=" "^="]) @update
(update_expression argument: (_) @write) @update
(identifier) @ref
(field_expression) @ref

; Names in positions that are no values.
(preproc_ifdef name: (_) @hidden)
(preproc_defined) @hidden
(preproc_def name: (_) @hidden)
(attribute_specifier) @hidden
(ms_declspec_modifier) @hidden

; Includes, and enum members, which are visible in the enclosing scope.
(preproc_include) @import
(preproc_call directive: (_) @_directive (#match? @_directive "import|include_next")) @import
(enum_specifier name: (_) @import body: (_))
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @import)

; Branches: complexity.
[(if_statement) (for_statement) (while_statement) (do_statement) (conditional_expression)] @branch
(case_statement value: (_)) @branch
(binary_expression operator: ["&&" "||"]) @branch

; References to types.
(type_identifier) @used_type
