"""Published experiments, to be repeated: ``meldwise experiment``."""
