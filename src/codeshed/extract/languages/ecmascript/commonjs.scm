; Definitions by assignment, where TypeScript has declarations.

; Methods assigned to prototypes or other objects of the file.
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @owner property: (property_identifier) @_prototype)
    property: (_) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @own_function
  (#eq? @_prototype "prototype")) @define.method
(assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @_prototype)
  right: (object (method_definition name: (_) @name body: (_) @body) @define.method)
  (#eq? @_prototype "prototype"))
(assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @_prototype)
  right: (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method)
  (#eq? @_prototype "prototype"))
(call_expression
  function: (member_expression) @_assign
  arguments: (arguments .
    (member_expression object: (identifier) @owner property: (property_identifier) @_prototype)
    (object (method_definition name: (_) @name body: (_) @body) @define.method))
  (#eq? @_assign "Object.assign") (#eq? @_prototype "prototype"))
(call_expression
  function: (member_expression) @_assign
  arguments: (arguments .
    (member_expression object: (identifier) @owner property: (property_identifier) @_prototype)
    (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method))
  (#eq? @_assign "Object.assign") (#eq? @_prototype "prototype"))
(program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @own_function
  (#not-match? @owner "^(exports|module|window|global|globalThis|self)$")) @define.method))

(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @owner property: (property_identifier) @_prototype)
    property: (_) @name)
  right: (identifier) @value
  (#eq? @_prototype "prototype") (#not-eq? @name "constructor")) @define.field
(assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @_prototype)
  right: (object (pair key: (_) @name value: (identifier) @value) @define.field)
  (#eq? @_prototype "prototype") (#not-eq? @name "constructor"))

; Prototype chains.
(assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @_own)
  right: (call_expression
    function: (member_expression) @_create
    arguments: (arguments . (member_expression object: (_) @inherits property: (property_identifier) @_prototype)))
  (#eq? @_own "prototype") (#eq? @_create "Object.create") (#eq? @_prototype "prototype")) @define.extension
(assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @_own)
  right: (new_expression constructor: (_) @inherits)
  (#eq? @_own "prototype")) @define.extension
(call_expression
  function: (member_expression) @_set
  arguments: (arguments .
    (member_expression object: (identifier) @owner property: (property_identifier) @_own) .
    (member_expression object: (_) @inherits property: (property_identifier) @_prototype))
  (#eq? @_own "prototype") (#eq? @_set "Object.setPrototypeOf") (#eq? @_prototype "prototype")) @define.extension
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @owner property: (property_identifier) @_own) property: (property_identifier) @_chain)
  right: (member_expression object: (_) @inherits property: (property_identifier) @_prototype)
  (#eq? @_own "prototype") (#eq? @_chain "__proto__") (#eq? @_prototype "prototype")) @define.extension
(call_expression
  function: (_) @_inherits
  arguments: (arguments . (identifier) @owner . [(identifier) (member_expression)] @inherits .)
  (#any-of? @_inherits "util.inherits" "inherits")) @define.extension

; Exports of CommonJS modules.
(assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @own_function
  (#any-of? @_exports "exports" "module.exports")) @define.function
(assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @name)
  right: [(object) (array) (call_expression) (new_expression) (string) (template_string) (number) (true) (false) (null) (regex) (binary_expression)] @value
  (#any-of? @_exports "exports" "module.exports")
  (#not-match? @value "^require\\(")) @define.variable
(assignment_expression
  left: (member_expression) @_exports
  right: [(function_expression name: (_) @name body: (_) @body) (generator_function name: (_) @name body: (_) @body)] @own_function
  (#eq? @_exports "module.exports")) @define.function
(assignment_expression
  left: (member_expression property: (_) @name) @_exports
  right: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (generator_function !name body: (_) @body)] @own_function
  (#eq? @_exports "module.exports")) @define.function
(assignment_expression
  left: (member_expression property: (_) @name) @_exports
  right: [(array) (call_expression) (new_expression) (string) (template_string) (number)] @value
  (#eq? @_exports "module.exports")
  (#not-match? @value "^require\\(")) @define.variable
(assignment_expression
  left: (_) @_exports
  right: (object (method_definition name: (_) @name body: (_) @body) @define.function)
  (#any-of? @_exports "exports" "module.exports"))
(assignment_expression
  left: (_) @_exports
  right: (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.function)
  (#any-of? @_exports "exports" "module.exports"))
(assignment_expression
  left: (_) @_exports
  right: (object (pair
    key: (_) @name
    value: [(object) (array) (call_expression) (new_expression) (string) (template_string) (number) (true) (false) (null)] @value) @define.variable)
  (#any-of? @_exports "exports" "module.exports")
  (#not-match? @value "^require\\("))
(program (expression_statement (assignment_expression
  left: (member_expression object: (_) @_exports)
  right: (object (method_definition name: (_) @name body: (_) @body) @define.method)
  (#any-of? @_exports "exports" "module.exports"))))
(program (expression_statement (assignment_expression
  left: (member_expression object: (_) @_exports)
  right: (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @own_function) @define.method)
  (#any-of? @_exports "exports" "module.exports"))))
(assignment_expression left: (member_expression) @import (#match? @import "^(module\\.exports|exports)(\\.[A-Za-z_$][\\w$]*)?$"))
