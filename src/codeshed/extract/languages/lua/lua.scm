; Functions: named ones, those of tables, and assigned values.
(function_declaration name: (identifier) @name body: (_)? @body) @define.function
(function_declaration name: (dot_index_expression table: (_) @owner field: (_) @name) body: (_)? @body) @define.method
(function_declaration name: (method_index_expression table: (_) @owner method: (_) @name) body: (_)? @body) @define.method
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_)? @body) @own_function .))) @define.function
(chunk (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_)? @body) @own_function .)) @define.function)
(block (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_)? @body) @own_function .)) @define.function)
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @owner field: (_) @name) .)
  (expression_list . value: (function_definition body: (_)? @body) @own_function .)) @define.method
(assignment_statement
  (variable_list . name: (bracket_index_expression table: (_) @owner field: (string content: (_) @_key) @name) .)
  (expression_list . value: (function_definition body: (_)? @body) @own_function .)
  (#match? @_key "^[A-Za-z_][A-Za-z0-9_]*$")) @define.method
(assignment_statement (expression_list value: (table_constructor
  (field name: (identifier) @name value: (function_definition body: (_)? @body) @own_function) @define.method)))
(field value: (table_constructor
  (field name: (identifier) @name value: (function_definition body: (_)? @body) @own_function) @define.method @nested))
(chunk (return_statement (expression_list (table_constructor
  (field name: (identifier) @name value: (function_definition body: (_)? @body) @own_function) @define.method))))
(chunk (return_statement "return" @name (expression_list . (function_definition body: (_)? @body) @own_function .)) @define.function)
(chunk (return_statement "return" @name (expression_list . (function_call name: (identifier) @_set
  arguments: (arguments . (table_constructor) . (table_constructor (field name: (identifier) @_call value: (function_definition body: (_)? @body) @own_function @define.function))))
  (#eq? @_set "setmetatable") (#eq? @_call "__call"))))

; Tables with a metatable: inheritance.
(chunk (function_call name: (identifier) @_set
  arguments: (arguments . (identifier) @owner
    . (table_constructor (field name: (identifier) @_index value: [(identifier) (dot_index_expression)] @inherits)))
  (#eq? @_set "setmetatable") (#eq? @_index "__index")) @define.extension)
(chunk (function_call name: (identifier) @_set
  arguments: (arguments . (identifier) @owner . [(identifier) (dot_index_expression)] @inherits)
  (#eq? @_set "setmetatable")) @define.extension)
(assignment_statement
  (variable_list . name: (_) @owner .)
  (expression_list . value: (function_call name: (identifier) @_set
    arguments: (arguments . (table_constructor)
      . (table_constructor (field name: (identifier) @_index value: [(identifier) (dot_index_expression)] @inherits)))
    (#eq? @_set "setmetatable") (#eq? @_index "__index")) @define.extension .))
(chunk (assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @owner field: (identifier) @_index) .)
  (expression_list . value: (identifier) @inherits .)
  (#eq? @_index "__index") (#not-eq? @owner @inherits)) @define.extension)

; Variables.
(variable_declaration (assignment_statement (variable_list name: (identifier) @name) (expression_list) @values)) @define.variable
(variable_declaration (variable_list name: (identifier) @name)) @define.variable
(chunk (assignment_statement (variable_list name: (identifier) @name) (expression_list) @values) @define.variable)
(chunk (assignment_statement
  (variable_list name: (dot_index_expression table: (identifier) @owner field: (identifier) @name))
  (expression_list) @values) @define.field)
(chunk (assignment_statement
  (variable_list . name: (bracket_index_expression table: (identifier) @owner field: (string content: (_) @_key) @name) .)
  (expression_list . value: (_) @value)
  (#match? @_key "^[A-Za-z_][A-Za-z0-9_]*$")) @define.field)
(chunk (if_statement (block (assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @owner field: (identifier) @name) .)
  (expression_list . value: [(identifier) (dot_index_expression)] @value)) @define.field @promoted)))
(chunk (do_statement (block (assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @owner field: (identifier) @name) .)
  (expression_list . value: [(identifier) (dot_index_expression)] @value)) @define.field @promoted)))
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @owner .)
  (expression_list . value: (table_constructor
    (field name: (identifier) @name value: [(identifier) (dot_index_expression)] @value) @define.field @promoted) .))))
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @owner .)
  (expression_list . value: (table_constructor
    (field name: (identifier) @name value: (function_call name: (identifier) @_load) @value) @define.field @promoted) .)))
  (#eq? @_load "require"))
(field name: (identifier) @name value: (table_constructor) @members @value) @define.field @nested
(field value: (table_constructor
  (field name: (identifier) @name value: [(identifier) (dot_index_expression)] @value) @define.field @nested))
(field value: (table_constructor
  (field name: (identifier) @name value: (function_call name: (identifier) @_load) @value) @define.field @nested)
  (#eq? @_load "require"))
(assignment_statement
  (variable_list name: (dot_index_expression table: (identifier) @_self field: (identifier) @name))
  (expression_list) @values
  (#eq? @_self "self")) @define.field @promoted @defining_write
(for_numeric_clause name: (identifier) @name) @define.variable
(for_generic_clause (variable_list . name: (identifier) @name)) @define.variable
(for_generic_clause
  (variable_list name: (_) . name: (identifier) @name)
  (expression_list . (function_call name: (identifier) @_pairs arguments: (arguments . (_) @iterable)))
  (#any-of? @_pairs "pairs" "ipairs")) @define.variable
(for_generic_clause (variable_list name: (_) . name: (identifier) @name)) @define.variable

; Locals without an initial value, and later assignments.
(variable_declaration (variable_list name: (identifier) @declared))
(block (assignment_statement (variable_list . name: (identifier) @assigned .) (expression_list . value: (_) @value .)))
(block (assignment_statement (variable_list name: (identifier) @assigned . ",") (expression_list) @value))
(block (assignment_statement (variable_list "," . name: (identifier) @assigned) (expression_list) @value))

; Scopes and parameters.
[(block) (function_definition) (for_statement)] @scope
(parameters name: (identifier) @name @parameter)
(parameters (vararg_expression) @parameter @variadic)

; References.
(function_call name: (_) @callee arguments: (_) @arguments) @call
(assignment_statement (variable_list name: (_) @write))
(identifier) @ref
(dot_index_expression) @ref
(dot_index_expression field: (identifier) @hidden)
(method_index_expression method: (identifier) @hidden)
(field name: (identifier) @hidden)
(attribute) @hidden
(goto_statement) @hidden
(label_statement) @hidden

; Imports, and what the file returns.
((function_call name: (identifier) @_load arguments: (arguments . (string))) @import
  (#any-of? @_load "require" "dofile" "loadfile"))
((function_call name: [(identifier) (dot_index_expression)] @_load arguments: (arguments . (string content: (_) @_module))) @import
  (#match? @_load "(^|[._])(re)?(load|require)(_module)?(_if_exists)?$") (#not-any-of? @_load "require" "load") (#match? @_module "^[A-Za-z_][A-Za-z0-9_-]*([./][A-Za-z0-9_-]+)+$"))
((function_call name: (identifier) @_try arguments: (arguments . (identifier) @_load . (string))) @import
  (#any-of? @_try "pcall" "xpcall") (#eq? @_load "require"))
(chunk (return_statement) @module_name)

; Branches: complexity.
[(if_statement) (elseif_statement) (for_statement) (while_statement) (repeat_statement)] @branch
(binary_expression ["and" "or"]) @branch
