"""The command line: ``meldwise``."""

from app.cli.main import main as main
