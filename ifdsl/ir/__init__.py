"""Take resolved declarations; give the IR: span-free, typed, hashable, versioned, the same from any front end."""
