"""What an operator got wrong about access."""


class AccessError(Exception):
    """A start that is refused; the message has a line for each defect, naming its place."""
