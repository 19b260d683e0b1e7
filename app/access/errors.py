"""What an operator got wrong about access."""

from app.settings import StartError


class AccessError(StartError):
    """A start that is refused; the message has a line for each defect, naming its place."""
