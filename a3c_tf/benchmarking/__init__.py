"""What `python -m a3c_tf.benchmark` measures, and what it compares with."""
