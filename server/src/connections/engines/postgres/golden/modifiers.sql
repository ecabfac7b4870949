SELECT * FROM modifiers
