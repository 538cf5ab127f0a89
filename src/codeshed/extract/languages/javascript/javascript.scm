; Patterns of JavaScript only; the others are in commonjs.scm, ecmascript.scm and jsx.scm.

; Definitions.
(function_declaration name: (identifier) @name body: (_) @body) @define.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @define.function
(class_declaration name: (_) @name (class_heritage (call_expression arguments: (arguments ([(identifier) (member_expression)] @inherits ","?)+))) body: (_) @body) @define.class
(class_declaration name: (_) @name (class_heritage (_) @inherits)? body: (_) @body) @define.class
(variable_declarator name: (identifier) @name value: (class (class_heritage (_) @inherits)? body: (_) @body) @own_function) @define.class
(variable_declarator
  name: (identifier) @name
  value: (assignment_expression left: (_) @_exports right: (class (class_heritage (_) @inherits)? body: (_) @body) @own_function)
  (#match? @_exports "^(module\\.exports|exports)(\\.[A-Za-z_$][\\w$]*)?$")) @define.class
(variable_declarator
  name: (identifier) @name
  value: (assignment_expression right: (assignment_expression left: (_) @_exports right: (class (class_heritage (_) @inherits)? body: (_) @body) @own_function))
  (#match? @_exports "^(module\\.exports|exports)(\\.[A-Za-z_$][\\w$]*)?$")) @define.class
(export_statement "default" @name value: (class (class_heritage (_) @inherits)? body: (_) @body) @own_function) @define.class
(assignment_expression left: (member_expression) @_exports right: (class name: (_) @name (class_heritage (_) @inherits)? body: (_) @body) @own_function (#eq? @_exports "module.exports")) @define.class
(assignment_expression left: (member_expression property: (_) @name) @_exports right: (class !name (class_heritage (_) @inherits)? body: (_) @body) @own_function (#match? @_exports "^(module\\.exports|exports)(\\.[A-Za-z_$][\\w$]*)?$")) @define.class
(program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @name)
  right: (class (class_heritage (_) @inherits)? body: (_) @body) @own_function
  (#not-match? @owner "^(exports|module|window|global|globalThis|self)$")) @define.class))
; Returned classes; an anonymous one is named by its keyword.
(return_statement (class name: (_) @name (class_heritage (_) @inherits)? body: (_) @body) @own_function @define.class)
(return_statement (class "class" @name !name (class_heritage (_) @inherits)? body: (_) @body) @own_function @define.class)
(arrow_function body: (class name: (_) @name (class_heritage (_) @inherits)? body: (_) @body) @own_function @define.class)
(arrow_function body: (class "class" @name !name (class_heritage (_) @inherits)? body: (_) @body) @own_function @define.class)
(class_body (method_definition name: (_) @name body: (_) @body) @define.method)
(class_body (field_definition property: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method)
(class_body (field_definition property: (_) @name value: (_)? @value) @define.field)
(variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @own_function) @define.function

(variable_declarator
  name: (identifier) @name
  value: (call_expression
    function: (_) @_wrapper
    arguments: (arguments . [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function))
  (#match? @_wrapper "^((React\\.)?(memo|forwardRef|useCallback|useEffectEvent|cache)|observer|createMemo|((_|lodash|R|Ramda)\\.)?(debounce|throttle|memoize|once)|throttleRAF|memoizeOne|asyncHandler|use(Event|StableCallback|EventCallback|MemoizedFn|(Debounced?|Throttled?)(Callback|Fn))|(jest|vi)\\.fn)$")) @define.function

; Exported functions that also initialize a variable.
(variable_declarator
  name: (identifier) @name
  value: (assignment_expression left: (_) @_exports right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @own_function)
  (#match? @_exports "^(module\\.exports|exports)(\\.[A-Za-z_$][\\w$]*)?$")) @define.function
(variable_declarator
  name: (identifier) @name
  value: (assignment_expression right: (assignment_expression left: (_) @_exports right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @own_function))
  (#match? @_exports "^(module\\.exports|exports)(\\.[A-Za-z_$][\\w$]*)?$")) @define.function

; Fields that only constructors assign.
(class_body (method_definition
  name: (_) @_constructor
  body: (statement_block (expression_statement (assignment_expression
    left: (member_expression object: (this) property: (_) @name) right: (_) @value) @define.field @promoted)))
  (#eq? @_constructor "constructor"))
(function_declaration
  name: (identifier) @owner
  body: (statement_block (expression_statement (assignment_expression
    left: (member_expression object: (this) property: (_) @name) right: (_) @value) @define.field @promoted))
  (#match? @owner "^[A-Z]"))

; Fields to which other methods assign new objects.
(assignment_expression left: (member_expression object: (this) property: (_) @name) right: (new_expression) @value) @define.field @promoted @late

(variable_declarator name: (identifier) @name value: (_)? @value) @define.variable

; Code that runs when an object is constructed.
((field_definition "static"? @_static value: (_) @initializer) (#not-eq? @_static "static"))

; Parameters.
(formal_parameters (identifier) @name @parameter @callback_parameter)
(formal_parameters (assignment_pattern left: (identifier) @name right: (_) @default) @parameter)
(formal_parameters (rest_pattern (identifier) @name) @parameter @variadic)
(formal_parameters [(object_pattern) (array_pattern)] @parameter)
(formal_parameters (assignment_pattern left: [(object_pattern) (array_pattern)] right: (_) @default) @parameter)
(formal_parameters (rest_pattern [(object_pattern) (array_pattern)]) @parameter @variadic)

; Decorators.
(class_body (method_definition decorator: (decorator (_) @callee) @annotate))
(class_body (field_definition decorator: (decorator (_) @callee) @annotate))

; Imports of types in comments.
((comment) @import (#match? @import "^/\\*\\*(.|\n)*(@import|@typedef|@callback|@template|import\\()"))
