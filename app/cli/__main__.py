"""``python -m app.cli`` is the same as ``meldwise``."""

import sys

from app.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
