"""How it is answered: limits, results, and one backend a file. Nothing here knows of HTTP."""
