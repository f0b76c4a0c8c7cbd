"""Keras functional models."""
