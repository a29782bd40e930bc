"""The boards that ship with robinson, one YAML file a translation."""
