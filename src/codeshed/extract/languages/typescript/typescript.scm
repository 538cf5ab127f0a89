; Patterns of TypeScript only; the others are in ecmascript.scm, and for TSX in jsx.scm.

; Functions.
(function_declaration name: (identifier) @name type_parameters: (_)? @type_parameters return_type: (_)? @returns body: (_) @body) @define.function
(generator_function_declaration name: (identifier) @name type_parameters: (_)? @type_parameters return_type: (_)? @returns body: (_) @body) @define.function
(function_signature name: (identifier) @name type_parameters: (_)? @type_parameters return_type: (_)? @returns) @define.function
(variable_declarator
  name: (identifier) @name
  type: (_)? @type
  value: [
    (arrow_function type_parameters: (_)? @type_parameters return_type: (_)? @returns body: (_) @body)
    (function_expression type_parameters: (_)? @type_parameters return_type: (_)? @returns body: (_) @body)
    (generator_function type_parameters: (_)? @type_parameters return_type: (_)? @returns body: (_) @body)
  ] @own_function) @define.function
(variable_declarator
  name: (identifier) @name
  value: (call_expression
    function: (_) @_wrapper
    arguments: (arguments . [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function))
  (#match? @_wrapper "^((React\\.)?(memo|forwardRef|useCallback|useEffectEvent|cache)|observer|createMemo|((_|lodash|R|Ramda)\\.)?(debounce|throttle|memoize|once)|throttleRAF|memoizeOne|asyncHandler|use(Event|StableCallback|EventCallback|MemoizedFn|(Debounced?|Throttled?)(Callback|Fn))|(jest|vi)\\.fn)$")) @define.function

; Types.
(class_declaration
  name: (_) @name
  type_parameters: (_)? @type_parameters
  (class_heritage
    (extends_clause value: (call_expression arguments: (arguments ([(identifier) (member_expression)] @inherits ","?)+)))
    (implements_clause ((_) @implements ","?)+)?)
  body: (_) @body) @define.class
(class_declaration
  name: (_) @name
  type_parameters: (_)? @type_parameters
  (class_heritage (extends_clause)? @inherits (implements_clause ((_) @implements ","?)+)?)?
  body: (_) @body) @define.class
(abstract_class_declaration
  name: (_) @name
  type_parameters: (_)? @type_parameters
  (class_heritage (extends_clause)? @inherits (implements_clause ((_) @implements ","?)+)?)?
  body: (_) @body) @define.class
(variable_declarator
  name: (identifier) @name
  value: (class (class_heritage (extends_clause)? @inherits (implements_clause ((_) @implements ","?)+)?)? body: (_) @body) @own_function) @define.class
(export_statement
  "default" @name
  value: (class (class_heritage (extends_clause)? @inherits (implements_clause ((_) @implements ","?)+)?)? body: (_) @body) @own_function) @define.class
; Returned classes; an anonymous one is named by its keyword.
(return_statement (class name: (_) @name type_parameters: (_)? @type_parameters (class_heritage (extends_clause)? @inherits (implements_clause ((_) @implements ","?)+)?)? body: (_) @body) @own_function @define.class)
(return_statement (class "class" @name !name type_parameters: (_)? @type_parameters (class_heritage (extends_clause)? @inherits (implements_clause ((_) @implements ","?)+)?)? body: (_) @body) @own_function @define.class)
(arrow_function body: (class name: (_) @name type_parameters: (_)? @type_parameters (class_heritage (extends_clause)? @inherits (implements_clause ((_) @implements ","?)+)?)? body: (_) @body) @own_function @define.class)
(arrow_function body: (class "class" @name !name type_parameters: (_)? @type_parameters (class_heritage (extends_clause)? @inherits (implements_clause ((_) @implements ","?)+)?)? body: (_) @body) @own_function @define.class)
(interface_declaration
  name: (_) @name
  type_parameters: (_)? @type_parameters
  (extends_type_clause ((_) @inherits ","?)+)?
  body: (_) @body) @define.interface
(enum_declaration name: (_) @name body: (_) @body) @define.enum
(enum_body name: (_) @name @define.member)
(enum_body (enum_assignment name: (_) @name value: (_) @value) @define.member)
(type_alias_declaration name: (_) @name type_parameters: (_)? @type_parameters value: (function_type return_type: (_) @returns) @type) @define.alias
(type_alias_declaration name: (_) @name type_parameters: (_)? @type_parameters value: (_) @type) @define.alias
; `namespace A.B` is a nested namespace.
(internal_module name: (identifier) @name body: (_) @body @own_function) @define.module
(module name: (identifier) @name body: (_) @body @own_function) @define.module
(internal_module name: (nested_identifier property: (_) @name) body: (_) @body @own_function) @define.module
(module name: (nested_identifier property: (_) @name) body: (_) @body @own_function) @define.module
(internal_module name: (nested_identifier object: (identifier) @name) body: (_) @body @own_function) @define.module
(module name: (nested_identifier object: (identifier) @name) body: (_) @body @own_function) @define.module
(internal_module name: (nested_identifier object: (member_expression property: (_) @name)) body: (_) @body @own_function) @define.module
(module name: (nested_identifier object: (member_expression property: (_) @name)) body: (_) @body @own_function) @define.module
(internal_module name: (nested_identifier object: (member_expression object: (identifier) @name)) body: (_) @body @own_function) @define.module
(module name: (nested_identifier object: (member_expression object: (identifier) @name)) body: (_) @body @own_function) @define.module
(internal_module name: (nested_identifier object: (member_expression object: (member_expression property: (_) @name))) body: (_) @body @own_function) @define.module
(module name: (nested_identifier object: (member_expression object: (member_expression property: (_) @name))) body: (_) @body @own_function) @define.module
(internal_module name: (nested_identifier object: (member_expression object: (member_expression object: (identifier) @name))) body: (_) @body @own_function) @define.module
(module name: (nested_identifier object: (member_expression object: (member_expression object: (identifier) @name))) body: (_) @body @own_function) @define.module
(module name: (string) @name body: (_) @own_function) @define.namespace
(ambient_declaration "global" (statement_block) @own_function) @define.namespace

; Members.
(class_body (method_definition name: (_) @_name @name type_parameters: (_)? @type_parameters return_type: (_)? @returns body: (_) @body) @define.method)
(class_body (abstract_method_signature name: (_) @name type_parameters: (_)? @type_parameters return_type: (_)? @returns) @define.method)
(class_body (method_signature name: (_) @name type_parameters: (_)? @type_parameters return_type: (_)? @returns) @define.method)
(class_body (public_field_definition
  name: (_) @name
  value: [
    (arrow_function type_parameters: (_)? @type_parameters return_type: (_)? @returns body: (_) @body)
    (function_expression type_parameters: (_)? @type_parameters return_type: (_)? @returns body: (_) @body)
  ] @own_function) @define.method)
(class_body (public_field_definition name: (_) @name type: (_)? @type value: (_)? @value) @define.field)
(interface_body (method_signature ["get" "set"] name: (_) @name return_type: (_)? @returns) @define.getter)
(interface_body (method_signature name: (_) @name type_parameters: (_)? @type_parameters return_type: (_)? @returns) @define.method)
(interface_body (property_signature name: (_) @name type: (type_annotation (function_type return_type: (_) @returns) @own_function)) @define.method)
(interface_body (property_signature name: (_) @name type: (_)? @type) @define.field)
(type_alias_declaration value: (object_type (method_signature name: (_) @name return_type: (_)? @returns) @define.method))
(type_alias_declaration value: (object_type (property_signature name: (_) @name type: (type_annotation (function_type return_type: (_) @returns) @own_function)) @define.method))
(type_alias_declaration value: (object_type (property_signature name: (_) @name type: (_)? @type) @define.field))
; Object types within intersections and utility types: members of the alias or interface around them.
(object_type (method_signature name: (_) @name return_type: (_)? @returns) @define.method @composed)
(object_type (property_signature name: (_) @name type: (type_annotation (function_type return_type: (_) @returns) @own_function)) @define.method @composed)
(object_type (property_signature name: (_) @name type: (_)? @type) @define.field @composed)
(required_parameter
  [(accessibility_modifier) "readonly" (override_modifier)]
  pattern: (identifier) @name type: (_)? @type value: (_)? @value) @define.field @promoted
(optional_parameter
  [(accessibility_modifier) "readonly" (override_modifier)]
  pattern: (identifier) @name type: (_)? @type value: (_)? @value) @define.field @promoted

; Code that runs when an object is constructed.
((public_field_definition "static"? @_static value: (_) @initializer) (#not-eq? @_static "static"))

; Variables.
(program (_ (variable_declarator value: [(as_expression (object (method_definition name: (_) @name body: (_) @body) @define.method)) (satisfies_expression (object (method_definition name: (_) @name body: (_) @body) @define.method))])))
(program (_ (variable_declarator value: [
  (as_expression (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method))
  (satisfies_expression (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method))])))
(program (export_statement (_ (variable_declarator value: [
  (as_expression (object (method_definition name: (_) @name body: (_) @body) @define.method))
  (satisfies_expression (object (method_definition name: (_) @name body: (_) @body) @define.method))]))))
(program (export_statement (_ (variable_declarator value: [
  (as_expression (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method))
  (satisfies_expression (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method))]))))
(export_statement "default" @name value: [(as_expression . [(object) (call_expression) (new_expression)]) (satisfies_expression . [(object) (call_expression) (new_expression)])] @value) @define.variable
(import_alias (identifier) @name [(identifier) (nested_identifier)] @value) @define.variable

; Parameters, and variables destructured from them.
(required_parameter pattern: (identifier) @name !type !value) @parameter @callback_parameter
(required_parameter pattern: (identifier) @name type: (_) @type value: (_)? @default) @parameter
(required_parameter pattern: (identifier) @name !type value: (_) @default) @parameter
(function_type) @scope
(optional_parameter pattern: (identifier) @name type: (_)? @type value: (_)? @default) @parameter @optional
(required_parameter pattern: (rest_pattern (identifier) @name) type: (_)? @type) @parameter @variadic
(required_parameter pattern: (rest_pattern [(object_pattern) (array_pattern)]) type: (_)? @type) @parameter @variadic
(required_parameter pattern: [(object_pattern) (array_pattern)] type: (_)? @type value: (_)? @default) @parameter
(optional_parameter pattern: [(object_pattern) (array_pattern)] type: (_)? @type) @parameter @optional
(required_parameter
  pattern: (object_pattern [(shorthand_property_identifier_pattern) @name @define.variable (object_assignment_pattern left: (_) @name @define.variable)])
  type: (_) @destructured_from_type)
(required_parameter
  pattern: (object_pattern (pair_pattern key: (_) @key value: [(identifier) @name @define.variable (assignment_pattern left: (identifier) @name @define.variable)]))
  type: (_) @destructured_from_type)
(required_parameter
  pattern: (object_pattern [(shorthand_property_identifier_pattern) @name @define.variable (object_assignment_pattern left: (_) @name @define.variable)])
  !type) @destructured_from_parameter
(required_parameter
  pattern: (object_pattern (pair_pattern key: (_) @key value: [(identifier) @name @define.variable (assignment_pattern left: (identifier) @name @define.variable)]))
  !type) @destructured_from_parameter
(required_parameter
  pattern: (object_pattern (rest_pattern (identifier) @name @rest @define.variable))
  type: (_) @destructured_from_type)
(required_parameter
  pattern: (object_pattern (rest_pattern (identifier) @name @rest @define.variable))
  !type) @destructured_from_parameter
(catch_clause parameter: (identifier) @name @define.variable type: (_) @type)

; Scopes and parameters.
(function_type) @scope
(constructor_type) @scope
(call_signature) @scope
(construct_signature) @scope
(object_type (method_signature) @scope)

; References.
(abstract_class_declaration decorator: (decorator (_) @callee) @annotate)
(class_body decorator: (decorator (_) @callee) @annotate)
(class_body (public_field_definition decorator: (decorator (_) @callee) @annotate))
[(required_parameter decorator: (decorator (_) @callee) @annotate) (optional_parameter decorator: (decorator (_) @callee) @annotate)]
[(type_annotation) (nested_type_identifier) (type_query) (function_type) (constructor_type) (object_type) (type_predicate) (index_signature) (import_alias)] @hidden
(internal_module name: (_) @hidden)
(export_statement "=" (identifier) @hidden)
(export_statement "namespace" (identifier) @hidden)

; Imports.
(export_statement "=" @import)
(import_alias) @import
((type_query [(identifier) @import (member_expression object: (identifier) @import)]) (#match? @import "^import_+$"))
((comment) @import (#match? @import "^///[ \t]*<reference[ \t]"))

(variable_declarator name: (identifier) @name type: (_)? @type value: (_)? @value) @define.variable

; References to types.
[(type_identifier) (nested_type_identifier) (generic_type)] @used_type
