"""What a run writes down: episode logs in XML, metrics as a table and for TensorBoard."""
