"""The learning itself: the shared model, its graphs, the losses, and the actor that uses them."""
