"""Functions with the arguments and answers of other libraries, for moving over."""
