"""HyperBloom's repository: sets of values, and who may add to them."""
