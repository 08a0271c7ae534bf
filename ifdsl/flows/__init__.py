"""Take flows; give their turns with what each is graded on, the checks of their structure, and figures over turns."""
