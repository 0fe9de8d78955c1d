# SPDX-License-Identifier: GPL-3.0-or-later
"""The training corpus: free synthesizers speak free texts, with exact phone times."""
