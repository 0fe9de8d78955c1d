# SPDX-License-Identifier: GPL-3.0-or-later
"""Short lines of dialogue from a small grammar: openers, clauses, tags, hesitations and dashes."""

from __future__ import annotations

import random

_NAMES = "Anna Peter Mary John Sarah Tom Emma Jack Lucy George Helen Frank Alice Martin Rose Henry".split()
_OPENERS = (
    "No", "Yes", "Well", "Oh", "Look", "Listen", "Wait", "Come on", "All right", "Of course", "I see",
    "Really", "Thank you", "Good morning", "Excuse me", "Never mind", "My dear", "Please", "Hello", "Hey",
    "Honestly", "Be careful", "Not at all", "To be honest", "Sure", "Maybe", "Fine",
)  # fmt: skip
_STATEMENTS = (
    "I have no idea {what}", "you know {what}", "I never told you {what}", "he asked me {what}",
    "we should leave {when}", "I will call you {when}", "they arrived {when}", "she left {when}",
    "there is someone {where}", "I saw him {where}", "the keys are {where}", "we can talk {where}",
    "it is too late now", "nobody told me", "I was only joking", "that was not my fault",
    "you are making a mistake", "I can hear you", "it does not matter", "this changes everything",
)  # fmt: skip
_QUESTIONS = (
    "do you remember {what}", "can you tell me {what}", "did anyone ask {what}", "are you coming {when}",
    "will it rain {when}", "were you {where} {when}", "is there anybody {where}", "did you look {where}",
    "what are you doing {where}", "why did you come {when}", "where were you {when}", "who told you {what}",
    "how long have you been {where}", "what happened {when}", "which one is yours", "are you all right",
    "would you like some tea", "shall we go {when}", "have you eaten", "whose coat is this",
)  # fmt: skip
_ORDERS = (
    "come back here", "put that down", "tell me {what}", "wait for me {where}", "look at this",
    "leave it {where}", "stop that", "let me go", "open the door", "give it to me", "run",
    "meet me {where} {when}", "do not go {where}", "be quiet", "stay {where}", "forget {what}",
)  # fmt: skip
_SLOTS = {
    "what": (
        "what he meant", "who she is", "where they live", "how it works", "what you said", "why it broke",
        "when it began", "how much it costs", "what the letter said", "who opened the window",
    ),
    "when": (
        "tomorrow", "at noon", "before the storm", "last night", "after dinner", "in the morning", "tonight",
        "on Friday", "an hour ago", "as soon as possible", "every other week",
    ),
    "where": (
        "in the kitchen", "at the station", "by the river", "behind the house", "on the stairs", "upstairs",
        "under the bridge", "near the old church", "outside", "at the end of the street", "in the garden",
    ),
}  # fmt: skip
_TAGS = ("isn't it?", "don't you think?", "you know.", "I suppose.", "right?", "of course.", "if you like.")
_TAGGED = ("it is a lovely day", "that is the one", "it is rather cold", "this is your house", "it is about time")


def _fill(pattern: str, rng: random.Random) -> str:
    for slot, choices in _SLOTS.items():
        pattern = pattern.replace("{" + slot + "}", rng.choice(choices))
    return pattern


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _line(rng: random.Random) -> str:
    kind = rng.random()
    opener = rng.choice(_OPENERS)
    if kind < 0.08:
        return f"{rng.choice(('Well', 'Yes', 'No', 'Oh'))}, {rng.choice(_TAGGED)}, {rng.choice(_TAGS)}"
    if kind < 0.42:
        body, end = _fill(rng.choice(_QUESTIONS), rng), "?"
    elif kind < 0.62:
        body, end = _fill(rng.choice(_ORDERS), rng), rng.choice("!!.")
    else:
        body, end = _fill(rng.choice(_STATEMENTS), rng), rng.choice("..!…")
    shape = rng.random()
    if shape < 0.3:
        return f"{opener}, {body}{end}"
    if shape < 0.45:
        return f"{opener}{rng.choice('!!?.')} {_capital(body)}{end}"
    if shape < 0.6:
        return f"{_capital(body)}, {rng.choice(_NAMES)}{end}"
    if shape < 0.7:
        return f"{rng.choice(_NAMES)}, {body}{end}"
    if shape < 0.78:
        return f"{opener}… {body}{end}"
    if shape < 0.86:
        return f"{_capital(body)} - {_fill(rng.choice(_STATEMENTS), rng)}{rng.choice('.!')}"
    return f"{_capital(body)}{end}"


def dialogue_sentences(count: int, rng: random.Random) -> list[str]:
    """Distinct lines of 12 to 120 characters."""
    lines: dict[str, None] = {}
    while len(lines) < count:
        line = _line(rng)
        if 12 <= len(line) <= 120:
            lines.setdefault(line)
    return list(lines)
