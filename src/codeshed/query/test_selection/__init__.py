"""Which tests matter for a change, who tests a symbol, and which code no test reaches."""
