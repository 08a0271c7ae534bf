"""Take the requirements on one response; prove that no text satisfies them all, or say what every such text holds."""
