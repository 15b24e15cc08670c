"""What can go wrong outside the rules."""


class BadInput(ValueError):
    """Something a person handed in that cannot be used.

    Its message is one line that says where and what: the command line prints it as it stands.
    """
