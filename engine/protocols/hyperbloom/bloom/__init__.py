"""Bloom filters, by which two peers find what one of them lacks."""
