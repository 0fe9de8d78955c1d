# SPDX-License-Identifier: GPL-3.0-or-later
"""Descriptions of measured voices: a caption says some of what was measured, in one of very many ways.

What is marked (a whisper, a child, a rasp) is nearly always said, what is ordinary seldom, as people do: so a voice of
which nothing is said comes out ordinary. Captions negate, hedge, wander off and misspell.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path

ATTRIBUTES: dict[str, list[str]] = {
    "sex": ["male", "female"],
    "childsex": ["male", "female"],
    "age": ["child", "young", "adult", "elderly"],
    "pitch": ["low", "mid", "high"],
    "pace": ["slow", "normal", "fast"],
    "breath": ["clear", "breathy", "whisper"],
    "roughness": ["regular", "rough"],
    "brightness": ["dark", "neutral", "bright"],
    "level": ["soft", "normal", "loud"],
    "melody": ["flat", "normal", "lively"],
    "size": ["big", "normal", "small"],
    "accent": ["en-US", "en-GB", "en-GB-x-rp", "en-GB-scotland", "en-AU", "en-IE", "en-IN"],
}
Record = dict[str, str | None]
Constraint = dict[str, frozenset[str]]

MENTIONED: dict[tuple[str, str], float] = {
    ("age", "child"): 1.0, ("age", "young"): 0.8, ("age", "adult"): 0.6, ("age", "elderly"): 0.97,
    ("pitch", "low"): 0.75, ("pitch", "mid"): 0.35, ("pitch", "high"): 0.75,
    ("pace", "slow"): 0.85, ("pace", "normal"): 0.35, ("pace", "fast"): 0.85,
    ("breath", "clear"): 0.04, ("breath", "breathy"): 0.94, ("breath", "whisper"): 0.995,
    ("roughness", "regular"): 0.06, ("roughness", "rough"): 0.94,
    ("brightness", "dark"): 0.85, ("brightness", "neutral"): 0.0, ("brightness", "bright"): 0.85,
    ("level", "soft"): 0.88, ("level", "normal"): 0.0, ("level", "loud"): 0.88,
    ("melody", "flat"): 0.75, ("melody", "normal"): 0.0, ("melody", "lively"): 0.7,
    ("size", "big"): 0.35, ("size", "small"): 0.35, ("size", "normal"): 0.0,
}  # fmt: skip


@dataclass(frozen=True)
class Phrase:
    """Words, and what a voice must be for them to be true of it."""

    text: str
    needs: Constraint


def _load() -> dict[str, list[Phrase]]:
    sections: dict[str, list[Phrase]] = {}
    section = ""
    for line in (Path(__file__).parent / "lexicon.txt").read_text("utf8").splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            section = line.strip("[]")
            continue
        left, right = line.split(" : ", 1)
        needs: Constraint = {}
        if section in ("accent", "nation"):
            needs = {"accent": frozenset([left])}
        elif left != "-":
            for part in left.split(","):
                attribute, bands = part.strip().split("=")
                needs[attribute] = frozenset(bands.split("|"))
                unknown = needs[attribute] - set(ATTRIBUTES[attribute])
                if unknown:
                    raise ValueError(f"lexicon.txt: {line[:60]}: {unknown}")
        if section == "role" and "age" not in needs and "size" not in needs:
            needs["age"] = frozenset(["young", "adult", "elderly"])
        sections.setdefault(section, []).extend(Phrase(text.strip(), needs) for text in right.split(","))
    return sections


LEXICON = _load()


def fits(record: Record, needs: Constraint) -> bool:
    """Whether a phrase is plainly true of a voice."""
    return all(record.get(attribute) in bands for attribute, bands in needs.items())


def other(record: Record, phrase: Phrase) -> Constraint | None:
    """What the negation of a phrase about one attribute says, if that is plainly true of the voice."""
    if len(phrase.needs) != 1:
        return None
    [(attribute, bands)] = phrase.needs.items()
    if attribute in ("sex", "childsex", "size"):
        return None
    rest = frozenset(ATTRIBUTES[attribute]) - bands
    return {attribute: rest} if record.get(attribute) in rest else None


class Caption:
    """One description in the making."""

    def __init__(self, record: Record, rng: random.Random) -> None:
        self.record, self.rng = record, rng
        self.said: Constraint = {}
        child = record.get("age") == "child"
        self.gender = record.get("childsex") if child else record.get("sex")
        self.gendered = "childsex" if child else "sex"

    def claim(self, needs: Constraint) -> None:
        for attribute, bands in needs.items():
            self.said[attribute] = self.said.get(attribute, bands) & bands

    def true(self, section: str, attribute: str | None = None) -> list[Phrase]:
        return [
            p
            for p in _index(section, attribute)
            if fits(self.record, p.needs) and (attribute is None or attribute in p.needs)
        ]

    def pick(self, section: str, attribute: str | None = None) -> str | None:
        found = self.true(section, attribute)
        if not found:
            return None
        phrase = self.rng.choice(found)
        self.claim(phrase.needs)
        return phrase.text

    def false(self, section: str, attribute: str) -> str | None:
        """A phrase that is plainly untrue, to be negated."""
        found = [(p, other(self.record, p)) for p in _index(section, attribute)]
        usable = [(p, needs) for p, needs in found if needs]
        if not usable:
            return None
        phrase, needs = self.rng.choice(usable)
        self.claim(needs)
        return phrase.text


_CACHE: dict[tuple[str, str | None], list[Phrase]] = {}


def _index(section: str, attribute: str | None) -> list[Phrase]:
    key = (section, attribute)
    if key not in _CACHE:
        _CACHE[key] = [p for p in LEXICON[section] if attribute is None or attribute in p.needs]
    return _CACHE[key]


MORE = ["very", "really", "extremely", "quite", "rather", "incredibly", "so", "pretty", "exceptionally", "noticeably", "distinctly", "super", "remarkably", "deeply", "fairly", "unusually"]  # fmt: skip
LESS = ["slightly", "a bit", "a little", "somewhat", "mildly", "a touch", "kind of", "moderately"]
NEGATED_ADJ = ["not {}", "not at all {}", "never {}", "isn't {}", "is not {}", "anything but {}", "far from {}", "not too {}", "by no means {}", "no longer {}", "not in the least {}", "not {} at all", "hardly {}", "shouldn't be {}", "must not sound {}", "don't make it {}"]  # fmt: skip
NEGATED_NOUN = ["without {}", "no {}", "never with {}", "with no hint of {}", "lacking {}", "minus {}", "free of {}", "without any {}", "not a trace of {}", "avoid {}", "doesn't have {}"]  # fmt: skip
NEGATED_ADV = ["never speaks {}", "doesn't speak {}", "not speaking {}", "not talking {}", "does not talk {}", "never talks {}"]  # fmt: skip
VERBS = ["speaks", "talks", "speaking", "talking", "reads", "who speaks", "delivers every line", "tells stories", "narrates", "chats", "says everything"]  # fmt: skip
AGES = {"child": (4, 11), "young": (15, 30), "adult": (35, 58), "elderly": (66, 99)}
TENS = {20: "twenties", 30: "thirties", 40: "forties", 50: "fifties", 60: "sixties", 70: "seventies", 80: "eighties", 90: "nineties"}  # fmt: skip
ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()  # fmt: skip


def spelled(n: int) -> str:
    if n < 20:
        return ONES[n]
    tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"][n // 10]
    return tens if n % 10 == 0 else f"{tens}-{ONES[n % 10]}"


def age_words(caption: Caption) -> str | None:
    """An age in years, where the voice has one."""
    rng, age = caption.rng, caption.record.get("age")
    if age is None:
        return None
    caption.claim({"age": frozenset([age])})
    low, high = AGES[age]
    n = rng.randint(low, high)
    shown = str(n) if rng.random() < 0.6 else spelled(n)
    his = {"male": "his", "female": "her", None: "their"}[caption.gender]
    if his != "their":
        caption.claim({caption.gendered: frozenset([str(caption.gender)])})
    options = [f"{shown}-year-old", f"{shown} year old", f"aged {shown}", f"{shown} years old", f"about {shown} years of age", f"around {shown}", f"at the age of {shown}"]  # fmt: skip
    if age == "young":
        options += [f"in {his} twenties", f"in {his} early twenties", f"in {his} mid twenties", f"in {his} teens", f"in {his} late teens", "in the mid-20s", f"in {his} 20s"]  # fmt: skip
    if age == "adult":
        decade = rng.choice([40, 50])
        options += [f"in {his} {TENS[decade]}", f"in {his} {decade}s", f"in {his} mid {TENS[decade]}", f"in {his} late thirties", f"in {his} early {TENS[decade]}"]  # fmt: skip
    if age == "elderly":
        decade = rng.choice([70, 80, 90])
        options += [f"in {his} {TENS[decade]}", f"in {his} {decade}s", f"in {his} late {TENS[decade]}", f"well past {spelled(decade)}", f"over {decade}", "in old age", "late in life"]  # fmt: skip
    if age == "child":
        options += ["in elementary school", "in primary school", "in kindergarten", "not yet ten", "under ten"]
    return rng.choice(options)


def describe(record: Record, rng: random.Random) -> tuple[str, Constraint]:
    """A description of a measured voice, and what it says."""
    c = Caption(record, rng)
    language = rng.random()
    if language < 0.06:
        return _foreign(c, "de" if language < 0.03 else "zh")
    todo = [a for a in ("age", "pitch", "pace", "breath", "roughness", "brightness", "level", "melody", "size") if record.get(a) and rng.random() < MENTIONED[(a, str(record[a]))]]  # fmt: skip
    accent = str(record["accent"])
    if rng.random() < (0.3 if accent == "en-US" else 0.9):
        todo.append("accent")
    head, front, back, sentences = _head(c, todo)
    todo = [a for a in todo if a not in c.said]
    rng.shuffle(todo)
    for attribute in todo:
        _say(c, attribute, front, back, sentences)
    if rng.random() < 0.3:
        mood = c.pick("mood") if rng.random() < 0.75 else None
        if mood:
            (front if rng.random() < 0.7 else back).append(mood)
    if rng.random() < 0.12:
        attribute = rng.choice(["pitch", "pace", "breath", "roughness", "brightness", "level", "melody"])
        _negate(c, attribute, front, back, sentences)
    return _assemble(c, head, front, back, sentences), c.said


def _head(c: Caption, todo: list[str]) -> tuple[str, list[str], list[str], list[str]]:
    """Who it is: a role, a person, an age, or only a voice."""
    rng = c.rng
    front: list[str] = []
    back: list[str] = []
    kind = rng.random()
    head = ""
    if kind < 0.3:
        head = c.pick("role") or ""
    elif kind < 0.84 and c.gender:
        wanted = "age" if "age" in todo and rng.random() < 0.7 else None
        head = c.pick("person", wanted) or ""
    if "age" in todo and "age" not in c.said and rng.random() < 0.6:
        said = age_words(c)
        if said:
            (front if said.endswith("old") and not said.endswith("s old") else back).append(said)
    if not head:
        head = rng.choice(["voice", "speaker", "voice", "person", "someone", "narrator", "character", ""])
    if c.gender and not ({"sex", "childsex"} & set(c.said)) and rng.random() < 0.93:
        words = {"male": ["male", "masculine", "male", "man's", "manly"], "female": ["female", "feminine", "female", "woman's", "womanly"]}  # fmt: skip
        if c.gendered == "childsex":
            words = {"male": ["boy's", "boyish", "male"], "female": ["girl's", "girlish", "female"]}
        front.append(rng.choice(words[c.gender]))
        c.claim({c.gendered: frozenset([c.gender])})
    return head, front, back, []


def _say(c: Caption, attribute: str, front: list[str], back: list[str], sentences: list[str]) -> None:
    rng = c.rng
    if attribute == "accent":
        if rng.random() < 0.55:
            back.append("with " + str(c.pick("accent")))
        else:
            said = str(c.pick("nation"))
            (back if said.startswith(("from", "a ")) else front).append(said)
        return
    if attribute == "age" and rng.random() < 0.4:
        back.append(str(age_words(c)))
        return
    if rng.random() < 0.1 and attribute not in ("age", "size") and _negate(c, attribute, front, back, sentences):
        if rng.random() < 0.5 and fits(c.record, {attribute: c.said[attribute]}) and len(c.said[attribute]) == 1:
            return
    kind = rng.random()
    if kind < 0.42 or attribute == "age":
        word = c.pick("adj", attribute)
        if word:
            grade = rng.random()
            if grade < 0.2:
                word = f"{rng.choice(MORE)} {word}"
            elif grade < 0.28:
                word = f"{rng.choice(LESS)} {word}"
            front.append(word)
    elif kind < 0.6:
        noun = c.pick("noun", attribute)
        if noun:
            back.append(rng.choice(["with ", "with ", "with ", "and ", "featuring ", "having ", "that has "]) + noun)
    elif kind < 0.8:
        adverb = c.pick("adv", attribute)
        if adverb:
            back.append(f"{rng.choice(VERBS)} {adverb}" if rng.random() < 0.75 else adverb)
    else:
        sentence = _sentence(c, attribute)
        if sentence:
            sentences.append(sentence)


def _negate(c: Caption, attribute: str, front: list[str], back: list[str], sentences: list[str]) -> bool:
    rng = c.rng
    section = rng.choice(["adj", "noun", "adv", "adj"])
    word = c.false(section, attribute)
    if word is None:
        return False
    frames = {"adj": NEGATED_ADJ, "noun": NEGATED_NOUN, "adv": NEGATED_ADV}[section]
    said = rng.choice(frames).format(re.sub(r"^(a|an) ", "", word) if section == "noun" and rng.random() < 0.5 else word)
    if section == "adj" and rng.random() < 0.3:
        right = c.pick("adj", attribute)
        if right:
            said = rng.choice([f"not {word} but {right}", f"{right} rather than {word}", f"{right}, not {word}", f"more {right} than {word}", f"{right} instead of {word}", f"less {word}, more {right}"])  # fmt: skip
    if rng.random() < 0.35:
        sentences.append(said.capitalize())
    else:
        back.append(said)
    return True


def _sentence(c: Caption, attribute: str) -> str | None:
    rng = c.rng
    whose = {"male": ["His", "The", "The"], "female": ["Her", "The", "The"], None: ["Their", "The", "The"]}[c.gender]
    his = rng.choice(whose)
    who = {"male": "He", "female": "She", None: "The speaker"}[c.gender]
    if c.gender and rng.random() < 0.6:
        c.claim({c.gendered: frozenset([c.gender])})
    else:
        his, who = "The", rng.choice(["The speaker", "The voice", "The person", "It"])
    kind = rng.random()
    if kind < 0.45:
        word = c.pick("adj", attribute)
        thing = rng.choice(["voice", "voice", "tone", "delivery", "sound", "manner", "timbre", "way of speaking"])
        return word and f"{his} {thing} {rng.choice(['is', 'sounds', 'should be', 'must be', 'comes across as', 'feels'])} {word}"
    if kind < 0.75:
        word = c.pick("adv", attribute)
        return word and f"{who} {rng.choice(['speaks', 'talks', 'should speak', 'always talks', 'reads'])} {word}"
    word = c.pick("noun", attribute)
    return word and rng.choice([f"There is {word}", f"{who} has {word}", f"Think of {word}", f"I want {word}", f"{who} talks with {word}"])


def _assemble(c: Caption, head: str, front: list[str], back: list[str], sentences: list[str]) -> str:
    rng = c.rng
    rng.shuffle(front)
    rng.shuffle(back)
    context = rng.choice(LEXICON["context"]).text if rng.random() < 0.35 else None
    style = rng.random()
    if style < 0.2:
        parts = front + ([head] if head else []) + back
        rng.shuffle(parts)
        text = rng.choice([", ", ", ", "; ", " / ", ". ", " - "]).join(parts + sentences + ([context] if context else []))
    else:
        joint = rng.choice([", ", " ", ", ", " and "])
        article = rng.choice(["A ", "An ", "The ", "", "", "I need a ", "Give me a ", "Voice of a ", "Imagine a ", "This is a ", "We are looking for a ", "Sounds like a ", "Please make a ", "Create a ", "Someone like a "])  # fmt: skip
        noun = head or rng.choice(["voice", "one", "speaker"])
        if rng.random() < 0.15 and front:
            late = front.pop()
            back.insert(0, f"whose voice is {late}")
        text = article + " ".join(filter(None, [joint.join(front), noun]))
        if back:
            text += rng.choice([" ", ", ", " ", ", "]) + rng.choice([", ", " and ", ", "]).join(back)
        if context and rng.random() < 0.6:
            text += rng.choice([" ", ", "]) + context
            context = None
        tail = sentences + ([context] if context else [])
        rng.shuffle(tail)
        text += "".join(f". {s[:1].upper()}{s[1:]}" for s in tail) + rng.choice([".", ".", "", "!"])
    if rng.random() < 0.12:
        text = _misspell(text, rng)
    case = rng.random()
    return text.lower() if case < 0.15 else text.upper() if case < 0.18 else text


def _misspell(text: str, rng: random.Random) -> str:
    """One or two slips of the finger in longer words."""
    words = text.split(" ")
    for i in rng.sample(range(len(words)), min(len(words), rng.randint(1, 2))):
        word = words[i]
        if len(word) < 5 or not word.isalpha():
            continue
        j = rng.randint(1, len(word) - 3)
        slip = rng.random()
        if slip < 0.4:
            word = word[:j] + word[j + 1] + word[j] + word[j + 2 :]
        elif slip < 0.7:
            word = word[:j] + word[j + 1 :]
        else:
            word = word[:j] + word[j] + word[j:]
        words[i] = word
    return " ".join(words)


def _foreign(c: Caption, language: str) -> tuple[str, Constraint]:
    """A list of terms in German or Chinese."""
    record, rng = c.record, c.rng
    parts = []
    wanted = ["age", "pitch", "pace", "breath", "roughness", "brightness", "level", "melody"]
    todo = [a for a in wanted if record.get(a) and rng.random() < MENTIONED[(a, str(record[a]))]]
    if c.gender:
        said = c.pick(language, "age" if "age" in todo and c.true(language, "age") else c.gendered)
        if said:
            parts.append(said)
        if c.gendered not in c.said:
            said = c.pick(language, c.gendered)
            if said:
                parts.append(said)
    for attribute in todo:
        if attribute in c.said:
            continue
        said = c.pick(language, attribute)
        if said:
            parts.append(said)
    rng.shuffle(parts)
    if language == "zh":
        return "，".join(parts) + rng.choice(["", "。", "的声音"]), c.said
    return rng.choice(["", "Eine Stimme: ", "Ich suche: "]) + rng.choice([", ", ", ", " und "]).join(parts), c.said
