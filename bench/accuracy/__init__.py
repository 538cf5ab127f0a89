"""How true the graph is: what is predicted beside what was recorded while a project's own tests ran."""
