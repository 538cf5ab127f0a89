; Definitions: parents, nesting and visibility are added in ruby_grammar.py.
(assignment left: (constant) @name right: (call receiver: (constant) @_class method: (identifier) @_new) (#any-of? @_class "Struct" "Class" "Module" "Data") (#any-of? @_new "new" "define")) @define.class
(assignment left: (constant) right: (call receiver: (constant) @_class method: (identifier) @_new arguments: (argument_list (simple_symbol) @name @define.field)) (#any-of? @_class "Struct" "Data") (#any-of? @_new "new" "define"))
(assignment left: (constant) @name right: (_) @value) @define.constant
(assignment left: (scope_resolution name: (constant) @name) @hidden right: (_) @value) @define.constant
(module name: (_) @name) @define.module
(class name: (_) @name) @define.class
(method name: (_) @name) @define.method
(singleton_method object: (_) @object name: (_) @name) @define.method
(alias name: (_) @name) @define.method
(call method: (identifier) @_alias arguments: (argument_list . (simple_symbol) @name) (#any-of? @_alias "alias_method" "define_method")) @define.method
(class superclass: (superclass (call receiver: (constant) @_class method: (identifier) @_new arguments: (argument_list (simple_symbol) @name @define.field))) (#any-of? @_class "Struct" "Data") (#any-of? @_new "new" "define"))
(call !receiver method: (identifier) @_attr arguments: (argument_list (simple_symbol) @name) (#any-of? @_attr "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "cattr_reader" "cattr_writer" "mattr_accessor" "mattr_reader" "mattr_writer" "thread_mattr_accessor" "class_attribute")) @define.field
(call method: (identifier) @_alias arguments: (argument_list . (string (string_content) @name)) (#any-of? @_alias "alias_method" "define_method")) @define.method
(call !receiver method: (identifier) @_delegate arguments: (argument_list (simple_symbol) @name @define.method) (#any-of? @_delegate "delegate" "def_delegators" "def_delegator" "def_instance_delegators" "def_instance_delegator"))
(call !receiver method: (identifier) @_relation arguments: (argument_list . (simple_symbol) @name @define.field) (#any-of? @_relation "belongs_to" "has_one" "has_many" "has_and_belongs_to_many" "has_one_attached" "has_many_attached" "attribute"))
(call !receiver method: (identifier) @_scope arguments: (argument_list . (simple_symbol) @name) (#eq? @_scope "scope")) @define.method
(call !receiver method: (identifier) @_let arguments: (argument_list . (simple_symbol) @name) block: (_ body: (_ (_) @value .)) (#any-of? @_let "let" "let!" "subject")) @define.variable
(call !receiver method: (identifier) @_let arguments: (argument_list . (simple_symbol) @name) (#any-of? @_let "let" "let!" "subject")) @define.variable
(call !receiver method: (identifier) @_attr arguments: (argument_list (string (string_content) @name)) (#any-of? @_attr "attr_accessor" "attr_reader" "attr_writer" "attr")) @define.field
(assignment left: [(instance_variable) (class_variable)] @name right: (_) @value) @define.field
(operator_assignment left: [(instance_variable) (class_variable)] @name right: (_) @value) @define.field
(assignment left: (global_variable) @name right: (_) @value) @define.variable
(assignment left: (identifier) @name right: (_) @value) @define.variable
(operator_assignment left: (identifier) @name right: (_) @value) @define.variable
(left_assignment_list [(instance_variable) (class_variable)] @name @define.field)
(left_assignment_list (identifier) @name @define.variable)
(destructured_left_assignment [(instance_variable) (class_variable)] @name @define.field)
(rest_assignment [(instance_variable) (class_variable)] @name @define.field)
(exception_variable [(instance_variable) (class_variable)] @name @define.field)
(destructured_left_assignment (identifier) @name @define.variable)
(rest_assignment (identifier) @name @define.variable)
(as_pattern name: (identifier) @name @define.variable) @value
(keyword_pattern key: (_) @name @define.variable !value)
[(array_pattern (identifier) @name @define.variable) (find_pattern (identifier) @name @define.variable) (keyword_pattern value: (identifier) @name @define.variable)]
[(in_clause pattern: (identifier) @name @define.variable) (match_pattern pattern: (identifier) @name @define.variable) (test_pattern pattern: (identifier) @name @define.variable)]
(rescue exceptions: (exceptions) @value variable: (exception_variable (identifier) @name @define.variable))
(exception_variable (identifier) @name @define.variable)
(for pattern: (identifier) @name value: (_)) @define.variable

; Mixins of every object: top-level `include`.
(program (call !receiver method: (identifier) @owner arguments: (argument_list [(constant) (scope_resolution)] @inherits) (#eq? @owner "include")) @define.extension)
(program (call receiver: (constant) @owner method: (identifier) @_include arguments: (argument_list [(constant) (scope_resolution)] @inherits) (#eq? @owner "Object") (#eq? @_include "include")) @define.extension)

; Mixins of RSpec examples: of all, or of a group.
(call receiver: (constant) @_rspec method: (identifier) @owner block: (_ body: (_ (call receiver: (identifier) method: (identifier) @_include arguments: (argument_list [(constant) (scope_resolution)] @inherits)) @define.extension)) (#eq? @_rspec "RSpec") (#eq? @owner "configure") (#eq? @_include "include"))
(call method: (identifier) @owner block: (_ body: (_ (call !receiver method: (identifier) @_include arguments: (argument_list [(constant) (scope_resolution)] @inherits)) @define.extension)) (#any-of? @owner "describe" "context" "feature") (#eq? @_include "include"))

; Scopes and parameters.
(block) @scope
(do_block) @scope
(lambda) @scope
(method_parameters (identifier) @name @parameter)
(block_parameters (identifier) @name @parameter)
(lambda_parameters (identifier) @name @parameter)
(destructured_parameter (identifier) @name @parameter)
(optional_parameter name: (_) @name value: (_) @default) @parameter
(splat_parameter name: (_) @name) @parameter @variadic
(keyword_parameter name: (_) @name value: (_) @default) @parameter @keyword
(keyword_parameter name: (_) @name !value) @parameter @keyword
(hash_splat_parameter name: (_) @name) @parameter @keywords
(block_parameter name: (_) @name) @parameter
((identifier) @unnamed @_unnamed (#match? @unnamed "^(_[1-9]|it)$"))

; References.
(call arguments: (_) @arguments) @call
(call method: (_) @_method !arguments) @call
((identifier) @bare @_bare (#eq? @_bare "new"))
(super) @super @_super
((block_argument (simple_symbol) @call) (#match? @call "^:[A-Za-z_]"))
(alias) @call @_alias
(call method: (identifier) @_alias arguments: (argument_list) @call (#eq? @_alias "alias_method"))
(call !receiver method: (identifier) @_delegate arguments: (argument_list (simple_symbol) @call) (#any-of? @_delegate "delegate" "def_delegators" "def_delegator" "def_instance_delegators" "def_instance_delegator"))
(assignment left: [(instance_variable) (class_variable) (global_variable) (call) (element_reference)] @write)
(operator_assignment left: [(instance_variable) (class_variable) (global_variable) (call) (element_reference)] @write) @update
(left_assignment_list [(instance_variable) (class_variable) (global_variable) (call)] @write)
(destructured_left_assignment [(instance_variable) (class_variable) (global_variable) (call)] @write)
(rest_assignment [(instance_variable) (class_variable) (global_variable) (call)] @write)
(exception_variable [(instance_variable) (class_variable) (global_variable)] @write)
(binary left: (_) @mutated operator: "<<" @mutator)
(identifier) @ref
(constant) @ref
(scope_resolution) @ref
(instance_variable) @ref
(class_variable) @ref
(global_variable) @ref
(call !receiver method: (identifier) @_hook arguments: (argument_list (simple_symbol) @ref)
  (#match? @_hook "^((skip_|append_|prepend_)?(before|after|around)_[a-z_]+|validate|helper_method)$"))
(call method: (identifier) @_taken arguments: (argument_list . [(simple_symbol) (delimited_symbol) (string)] @ref .) (#any-of? @_taken "method" "public_method"))

; Names in positions that are no values.
(call method: (_) @hidden)
(scope_resolution name: (_) @hidden)
(module name: (_) @hidden)
(class name: (_) @hidden)
(superclass) @hidden
(singleton_method object: (_) @hidden)
(setter) @hidden
(alias) @hidden
(undef) @hidden
((identifier) @hidden (#any-of? @hidden "__FILE__" "__LINE__" "__ENCODING__"))

; Imports: loaded files.
(call !receiver method: (identifier) @_load (#any-of? @_load "require" "require_relative" "load" "autoload" "require_dependency")) @loads

; Operators that may call methods.
(binary left: (_) @operand operator: _ @operator_token) @operator
(unary operator: _ @operator_token operand: (_) @operand) @operator
(element_reference object: (_) @operand) @operator
(assignment left: (element_reference object: (_) @operand) @operator "=" @operator_token)

; Branches: complexity.
[(if) (unless) (elsif) (while) (until) (for) (when) (in_clause) (rescue) (conditional) (if_modifier) (unless_modifier) (while_modifier) (until_modifier) (rescue_modifier)] @branch
(binary operator: ["&&" "||" "and" "or"]) @branch
