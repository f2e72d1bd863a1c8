"""What a person sees: the pages, the command line and the reports."""
