"""Lists as Qt models: they hold views of the engine and answer what a delegate or a reader asks."""
