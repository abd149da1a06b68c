"""The parts of make-fixtures.py: one module for each derived folder, and the writers they share."""
