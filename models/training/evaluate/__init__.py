# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the voices: word error rate, pitch, rhythm, spectrum; and writes the tables of the model card."""
