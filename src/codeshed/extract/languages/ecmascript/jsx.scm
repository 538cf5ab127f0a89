; JSX elements: a component is called, an HTML tag refers to nothing.
([(jsx_opening_element name: [(identifier) (member_expression)] @callee) (jsx_self_closing_element name: [(identifier) (member_expression)] @callee)] @call
  (#match? @callee "^([A-Z_$]|[a-z][A-Za-z0-9_$]*\\.)"))
(jsx_opening_element name: (identifier) @hidden (#match? @hidden "^[a-z]"))
(jsx_self_closing_element name: (identifier) @hidden (#match? @hidden "^[a-z]"))
(jsx_namespace_name) @hidden
(jsx_closing_element) @hidden
