"""How the window looks: its tokens, its style sheet, its icons, what rows are painted with."""
