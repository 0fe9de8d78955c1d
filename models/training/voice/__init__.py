"""The starter voice: analysis, training and export."""
