"""Packages of new games, written from a template."""
