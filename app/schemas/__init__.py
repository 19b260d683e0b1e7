"""The JSON that goes in and comes out: its shape, its documentation, its worked examples."""
