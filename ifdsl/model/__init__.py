"""Take syntax trees; give resolved, typed declarations and the diagnostics of what does not resolve."""
