"""Small widgets used all over the window, one kind a module, each handed its theme."""
