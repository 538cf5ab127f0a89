"""The Python resolver: PythonFacts of all files and the type engine's report → SemanticData.

`incremental/incremental_resolution.py` runs it, for a first index and after an edit. One call goes through it so:

1. `names/`: which scope binds a name, which file an import means, the MRO of each class.
2. `flow/`: each file becomes a graph along which abstract values flow; a worklist connects the graphs of all files.
3. `references/`: with the values at the node of its callee, a call resolves to functions, externals or candidates.
"""
