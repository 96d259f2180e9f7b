"""Runs photoprep on the machines of a Ray cluster; README.md says how."""
