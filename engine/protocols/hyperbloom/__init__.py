"""HyperBloom: what people in a trust network add to a feed (specs/hyperbloom.txt)."""
