# SPDX-License-Identifier: GPL-3.0-or-later
"""Descriptions of measured voices: a caption says some of what was measured, in one of very many ways.

What is marked (a whisper, a child, a rasp) is nearly always said, what is ordinary seldom, as people do: so a voice of
which nothing is said comes out ordinary. Captions negate, hedge, wander off and misspell.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
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
    ("pitch", "low"): 0.62, ("pitch", "mid"): 0.3, ("pitch", "high"): 0.62,
    ("pace", "slow"): 0.68, ("pace", "normal"): 0.32, ("pace", "fast"): 0.68,
    ("breath", "clear"): 0.05, ("breath", "breathy"): 0.92, ("breath", "whisper"): 0.995,
    ("roughness", "regular"): 0.06, ("roughness", "rough"): 0.92,
    ("brightness", "dark"): 0.62, ("brightness", "neutral"): 0.0, ("brightness", "bright"): 0.62,
    ("level", "soft"): 0.75, ("level", "normal"): 0.0, ("level", "loud"): 0.75,
    ("melody", "flat"): 0.6, ("melody", "normal"): 0.0, ("melody", "lively"): 0.6,
    ("size", "big"): 0.35, ("size", "small"): 0.35, ("size", "normal"): 0.0,
}  # fmt: skip


GROWN = frozenset(["young", "adult", "elderly"])
_CHOICE = re.compile(r"\(([^()]+)\)")


def _forms(text: str) -> list[str]:
    """All that a phrase with choices, as "in a (deep/low) voice", stands for."""
    parts = _CHOICE.split(text)
    choices = [part.split("/") if i % 2 else [part] for i, part in enumerate(parts)]
    return ["".join(form) for form in itertools.product(*choices)]


@dataclass(frozen=True)
class Phrase:
    """Words, and what a voice must be for them to be true of it."""

    forms: list[str]
    needs: Constraint


def _load() -> dict[str, list[Phrase]]:
    sections: dict[str, list[Phrase]] = {}
    section = ""
    for line in itertools.chain.from_iterable(file.read_text("utf8").splitlines() for file in sorted(Path(__file__).parent.glob("lexicon*.txt"))):
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
            needs["age"] = GROWN
        sections.setdefault(section, []).extend(Phrase(_forms(text.strip()), needs) for text in right.split(","))
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


OPPOSITES = {"low": "high", "high": "low", "slow": "fast", "fast": "slow", "dark": "bright", "bright": "dark", "soft": "loud", "loud": "soft", "flat": "lively", "lively": "flat", "regular": "rough", "rough": "regular"}  # fmt: skip
OPPOSED = ["the opposite of {}", "the very opposite of {}", "the exact reverse of {}", "I want the opposite of {}", "as far from {} as can be", "as un-{} as possible", "think {} and then the opposite", "whatever {} is - the contrary", "the anti-{}", "anything but {}", "anything but {}", "{}, quite the reverse", "the reverse of {}", "{} turned upside down", "as unlike {} as you can get"]  # fmt: skip
PRONOUNS = {"male": ("he", "his", "him"), "female": ("she", "her", "her"), None: ("this one", "their", "them")}


class Caption:
    """One description in the making."""

    def __init__(self, record: Record, rng: random.Random, strange: Sequence[str] = ()) -> None:
        self.record, self.rng, self.strange = record, rng, strange
        self.said: Constraint = {}
        child = record.get("age") == "child"
        self.gender = record.get("childsex") if child else record.get("sex")
        self.gendered = "childsex" if child else "sex"

    def claim(self, needs: Constraint) -> None:
        for attribute, bands in needs.items():
            self.said[attribute] = self.said.get(attribute, bands) & bands

    def settled(self, attribute: str) -> bool:
        """Whether one band alone is left: a teacher is no child, but may still be called old."""
        return len(self.said.get(attribute, ())) == 1

    def pick(self, section: str, attribute: str | None = None) -> str | None:
        found = _true(section, attribute, self.record)
        if not found:
            return None
        phrase = self.rng.choice(self.rng.choices(found, [len(phrases) for phrases in found])[0])
        self.claim(phrase.needs)
        return self._filled(self.rng.choice(phrase.forms))

    def _filled(self, form: str) -> str:
        """A form with its pronouns: those of the voice, or such as say nothing of its sex."""
        if "{" not in form:
            return form
        told = self.gender if self.rng.random() < 0.75 else None
        if told:
            self.claim({self.gendered: frozenset([told])})
        he, his, him = PRONOUNS[told]
        return form.format(He=_upper(he), he=he, His=_upper(his), his=his, him=him, himself="themself" if not told else him + "self" if told == "female" else "himself")

    def opposite(self, attribute: str) -> str | None:
        """The band that lies over against the voice's."""
        return OPPOSITES.get(str(self.record.get(attribute)))

    def opposed(self, section: str, attribute: str) -> str:
        """A phrase for the opposite of what the voice is."""
        band = self.opposite(attribute)
        found = [p for needs, phrases in _about(section, attribute) if needs == {attribute: frozenset([band])} for p in phrases]
        self.claim({attribute: frozenset([str(self.record[attribute])])})
        return self.rng.choice(self.rng.choice(found).forms)

    def false(self, section: str, attribute: str) -> str | None:
        """A phrase that is plainly untrue, to be negated."""
        band = self.record.get(attribute)
        usable = _false(section, attribute, band) if band else []
        if not usable:
            return None
        phrase, needs = self.rng.choice(usable)
        self.claim(needs)
        return self.rng.choice(phrase.forms)


@cache
def _about(section: str, attribute: str | None) -> list[tuple[Constraint, list[Phrase]]]:
    """Phrases, of one attribute or all, by what a voice must be for them to be true."""
    groups: dict[tuple[object, ...], tuple[Constraint, list[Phrase]]] = {}
    for phrase in LEXICON.get(section, []):
        if attribute is None or attribute in phrase.needs:
            key = tuple(sorted((a, tuple(sorted(bands))) for a, bands in phrase.needs.items()))
            groups.setdefault(key, (phrase.needs, []))[1].append(phrase)
    return list(groups.values())


def _true(section: str, attribute: str | None, record: Record) -> list[list[Phrase]]:
    """What is plainly true of a voice."""
    return [phrases for needs, phrases in _about(section, attribute) if fits(record, needs)]


@cache
def _false(section: str, attribute: str, band: str) -> list[tuple[Phrase, Constraint]]:
    found = [(p, other({attribute: band}, p)) for _, phrases in _about(section, attribute) for p in phrases]
    return [(p, needs) for p, needs in found if needs]


MORE = ["very", "really", "extremely", "quite", "rather", "incredibly", "so", "pretty", "exceptionally", "noticeably", "distinctly", "super", "remarkably", "deeply", "fairly", "unusually"]  # fmt: skip
LESS = ["slightly", "a bit", "a little", "somewhat", "mildly", "a touch", "kind of", "moderately"]
NEGATED_ADJ = ["not {}", "not at all {}", "never {}", "isn't {}", "is not {}", "far from {}", "not too {}", "by no means {}", "no longer {}", "not in the least {}", "not {} at all", "hardly {}", "shouldn't be {}", "must not sound {}", "don't make it {}", "i dont want it {}", "nothing {} about it", "never gets {}", "not one bit {}", "please not {}", "not {} either", "at no point {}", "without being {}", "don't want {}", "nobody would call it {}"]  # fmt: skip
NEGATED_NOUN = ["without {}", "no {}", "never with {}", "with no hint of {}", "lacking {}", "minus {}", "free of {}", "without any {}", "not a trace of {}", "avoid {}", "doesn't have {}"]  # fmt: skip
NEGATED_ADV = ["never speaks {}", "doesn't speak {}", "not speaking {}", "not talking {}", "does not talk {}", "never talks {}"]  # fmt: skip
VERBS = ["speaks", "talks", "speaking", "talking", "reads", "who speaks", "delivers every line", "tells stories", "narrates", "chats", "says everything"]  # fmt: skip
AGES = {"child": (3, 12), "young": (14, 29), "adult": (32, 59), "elderly": (63, 99)}
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
    if rng.random() < 0.3:
        his = "the"
    elif his != "their":
        caption.claim({caption.gendered: frozenset([str(caption.gender)])})
    options = [f"{shown}-year-old", f"{shown}-year-old", f"{shown} year old", f"{shown} years old", f"aged {shown}", f"{shown} years of age", f"about {shown}", f"around {shown}", f"at the age of {shown}", f"of {shown}", f"{shown}", f"age {shown}", f"{shown} y/o", f"maybe {shown}", f"roughly {shown} years old", f"a {shown}-year-old", f"nearly {shown}", f"{n}yo"]  # fmt: skip
    part = rng.choice(["", "", "early ", "mid ", "mid-", "late "])
    if age == "young":
        teens = rng.choice(["teens", "twenties", "twenties", "20s", "20's"])
        options += [f"in {his} {part}{teens}", f"{part}{teens}", f"in {his} {part}{teens}", "twenty-something", "still in college", "not yet thirty", "under thirty"]  # fmt: skip
    if age in ("adult", "elderly"):
        tens = rng.choice([30, 40, 40, 50, 50] if age == "adult" else [60, 70, 70, 80, 80, 90])
        if tens == 30 and part == "early ":
            part = "late "
        decade = rng.choice([TENS[tens], TENS[tens], f"{tens}s", f"{tens}'s"])
        options += [f"in {his} {part}{decade}", f"in {his} {part}{decade}", f"{part}{decade}", f"{tens + 5}ish" if tens > 30 else "40ish", f"in {his} {part}{decade}"]  # fmt: skip
    if age == "elderly":
        options += [f"well past {spelled(tens)}", f"over {tens}", "in old age", "late in life", f"past {spelled(tens)}", "a hundred years old", f"{rng.randint(100, 105)} years old"]  # fmt: skip
    if age == "adult":
        options += ["in middle age", f"around {rng.choice(['forty', 'fifty'])}", "half way through life"]
    if age == "child":
        options += ["in elementary school", "in primary school", "in kindergarten", "not yet ten", "under ten", f"{shown} years young", "in first grade", "in preschool"]  # fmt: skip
    return rng.choice(options)


def describe(record: Record, rng: random.Random, strange: Sequence[str] = (), slips: bool = True, brief: float = 0) -> tuple[str, Constraint]:
    """A description of a measured voice, and what it says. Words of `strange` mean nothing wherever they turn up; `slips`
    says whether some words are misspelt; `brief` is the share of descriptions that leave most unsaid."""
    text, said = _brief(record, rng) if rng.random() < brief else _described(record, rng, strange)
    if slips and rng.random() < 0.1:
        text = _misspell(text, rng)
    # Who speaks of a woman, or of a male voice, does not mean a child.
    grown = {"age": said.get("age", GROWN) & GROWN} if "sex" in said and record["age"] in GROWN else {}
    return text, {**said, **grown}


def _brief(record: Record, rng: random.Random) -> tuple[str, Constraint]:
    """Who it is and one or two things of the voice, or what somebody does."""
    c = Caption(record, rng)
    todo = [a for a in ("age", "pitch", "pace", "breath", "roughness", "brightness", "level", "melody") if record.get(a)]
    todo = rng.sample(todo, min(len(todo), rng.choice([0, 1, 1, 2])))
    if todo and rng.random() < 0.25:
        said = _sentence(c, todo[0])
        if said:
            return said + rng.choice(["", ".", "!"]), c.said
    head = c.pick("person" if c.gender and rng.random() < 0.5 else "role") or "voice"
    if c.gender and c.gendered not in c.said and rng.random() < 0.5:
        head += rng.choice([f", {c.gender}", f" ({c.gender})", f", {'she' if c.gender == 'female' else 'he'}", f", {c.gender[0]}", f". {_upper(c.gender)}."])
        c.claim({c.gendered: frozenset([c.gender])})
    front: list[str] = []
    back: list[str] = []
    sentences: list[str] = []
    for attribute in todo:
        if not c.settled(attribute):
            _say(c, attribute, front, back, sentences)
    text = " ".join([rng.choice(["", "", "a", "the", "my"]), *front, head]).strip()
    return ". ".join([rng.choice([", ", " ", ", "]).join([text, *back]), *map(_upper, sentences)]), c.said


def _described(record: Record, rng: random.Random, strange: Sequence[str]) -> tuple[str, Constraint]:
    c = Caption(record, rng, strange)
    language = rng.random()
    if language < 0.1:
        return _foreign(c, "de" if language < 0.05 else "zh")
    todo = [a for a in ("age", "pitch", "pace", "breath", "roughness", "brightness", "level", "melody", "size") if record.get(a) and rng.random() < MENTIONED[(a, str(record[a]))]]  # fmt: skip
    if rng.random() < 0.25:
        rng.shuffle(todo)
        todo = todo[: rng.randint(1, 3)]
    accent = str(record["accent"])
    if rng.random() < (0.3 if accent == "en-US" else 0.9):
        todo.append("accent")
    if language > 0.94:
        return _form(c, todo), c.said
    head, front, back, sentences = _head(c, todo)
    todo = [a for a in todo if not c.settled(a)]
    rng.shuffle(todo)
    for attribute in todo:
        _say(c, attribute, front, back, sentences)
    if rng.random() < 0.3:
        mood = c.pick("mood") if rng.random() < 0.75 else None
        if mood:
            (front if rng.random() < 0.7 else back).append(mood)
    if rng.random() < 0.16:
        attribute = rng.choice(["age", "pitch", "pace", "breath", "roughness", "brightness", "level", "melody"])
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
        if rng.random() < 0.08:
            job = c.pick("role")
            if job:
                back.append(rng.choice(["who works as a {}", "who sounds like a {}", "playing a {}", "a {}", "in the role of a {}"]).format(job))  # fmt: skip
    if "age" in todo and not c.settled("age") and rng.random() < 0.6:
        said = age_words(c)
        if said:
            (front if said.endswith("old") and not said.endswith("s old") else back).append(said)
    if not head:
        head = rng.choice(["voice", "speaker", "voice", "person", "someone", "narrator", "character", ""])
    if c.gender and not ({"sex", "childsex"} & set(c.said)) and rng.random() < 0.93:
        words = {"male": ["male", "male", "masculine", "man's", "manly"], "female": ["female", "female", "feminine", "woman's", "womanly"]}  # fmt: skip
        if rng.random() < 0.12 and c.gendered == "sex":
            name = c.pick("name")
            back.append(f"{rng.choice(['named', 'called', 'by the name of', 'like'])} {name}")
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
    if rng.random() < 0.1 and attribute != "size" and _negate(c, attribute, front, back, sentences):
        if rng.random() < 0.5 and fits(c.record, {attribute: c.said[attribute]}) and len(c.said[attribute]) == 1:
            return
    whole = c.pick("sentence", attribute) if rng.random() < 0.2 else None
    if whole:
        (sentences if rng.random() < 0.75 else back).append(whole)
        return
    kind = rng.random()
    if kind < 0.42:
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
    elif kind < 0.68 or attribute == "age":
        verb = c.pick("verb", attribute)
        if verb and rng.random() < 0.6:
            back.append(f"{rng.choice(['who', 'who', 'that', 'someone who', 'one that'])} {verb}")
        elif verb:
            sentences.append(rng.choice(HEARD).format(verb=verb, who=_who(c)))
    elif kind < 0.82:
        adverb = c.pick("adv", attribute)
        if adverb:
            back.append(f"{rng.choice(VERBS)} {adverb}" if rng.random() < 0.75 else adverb)
    else:
        sentence = _sentence(c, attribute)
        if sentence:
            sentences.append(sentence)


HEARD = ["You can hear that {who} {verb}", "One can hear that {who} {verb}", "You can tell {who} {verb}", "It is plain that {who} {verb}", "I want to hear that {who} {verb}", "Everyone hears that {who} {verb}", "Imagine that {who} {verb}", "Of course {who} {verb}"]  # fmt: skip


def _who(c: Caption) -> str:
    """The speaker inside a sentence."""
    if not c.gender or c.rng.random() < 0.3:
        return c.rng.choice(["the speaker", "this person", "the character"])
    c.claim({c.gendered: frozenset([c.gender])})
    return {"male": "he", "female": "she"}[c.gender]


def _negate(c: Caption, attribute: str, front: list[str], back: list[str], sentences: list[str]) -> bool:
    rng = c.rng
    section = rng.choice(["adj", "noun", "adv", "adj"]) if attribute != "age" else "adj"
    word = c.false(section, attribute)
    if word is None:
        return False
    if attribute == "age" or (section == "adj" and rng.random() < 0.4):
        right = c.pick("adj", attribute)
        if right is None:
            return False
        said = rng.choice(CORRECTED).format(word=word, right=right, Word=_upper(word), Right=_upper(right))
        (sentences if said[0].isupper() or rng.random() < 0.3 else back).append(said)
        return True
    if rng.random() < 0.2 and c.opposite(attribute):
        said = rng.choice(OPPOSED).format(c.opposed("adj", attribute))
        (sentences if rng.random() < 0.4 else back).append(_upper(said) if rng.random() < 0.4 else said)
        return True
    if section != "noun" and rng.random() < 0.15:
        second = rng.choice(["pitch", "pace", "breath", "roughness", "brightness", "level", "melody"])
        also = c.false(section, second)
        if also:
            back.append(rng.choice(["neither {} nor {}", "not {} and not {}", "not {} or {}", "neither {} nor {}"]).format(word, also))
            return True
    frames = {"adj": NEGATED_ADJ, "noun": NEGATED_NOUN, "adv": NEGATED_ADV}[section]
    said = rng.choice(frames).format(re.sub(r"^(a|an) ", "", word) if section == "noun" and rng.random() < 0.5 else word)
    if rng.random() < 0.35:
        sentences.append(_upper(said))
    else:
        back.append(said)
    return True


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


CORRECTED = ["not {word} but {right}", "{right} rather than {word}", "{right}, not {word}", "more {right} than {word}", "{right} instead of {word}", "less {word}, more {right}", "not {word}, on the contrary {right}", "instead of {word} make it {right}", "{Word}? No. {Right}", "{Word}? No, {right}", "Not {word}. {Right}", "{Word}? Not at all. {Right}", "far from {word}: {right}", "anything but {word}: {right}", "no longer {word} but {right}", "I do not want {word}, I want {right}", "used to be {word}, now {right}", "{right} as opposed to {word}", "by no means {word}, rather {right}", "not {word} any more but {right}", "{right} (not {word})", "{right}, never {word}", "I first wanted {word} but no: {right}", "at first I thought {word}, now I want {right}", "{word} - sorry, I mean {right}", "{word}, no wait, {right}", "we tried {word}, so we are switching to {right}", "scrap {word}, make it {right}", "everybody else does {word}; I want {right}", "please no {word}, {right} is the brief", "{word} would be wrong: {right}", "some would say {word}, but it is {right}", "where others are {word} this is {right}"]  # fmt: skip

FIELDS = {
    "age": ["age", "age group", "sounds"],
    "pitch": ["pitch", "register", "voice"],
    "pace": ["pace", "speed", "tempo", "speaking rate", "delivery"],
    "breath": ["breathiness", "texture", "breath", "quality"],
    "roughness": ["texture", "roughness", "quality", "voice"],
    "brightness": ["timbre", "tone", "brightness", "colour"],
    "level": ["volume", "loudness", "level"],
    "melody": ["intonation", "expression", "melody", "style"],
    "size": ["body", "build"],
}


def _form(c: Caption, todo: list[str]) -> str:
    """A list of fields: "Gender: male. Pitch: low. Accent: Scottish"."""
    rng = c.rng
    rows = []
    if c.gender and rng.random() < 0.9:
        words = {"male": ["male", "man", "m", "masculine"], "female": ["female", "woman", "f", "feminine"]}
        if c.gendered == "childsex":
            words = {"male": ["boy", "male"], "female": ["girl", "female"]}
        rows.append((rng.choice(["gender", "sex", "voice"]), rng.choice(words[c.gender])))
        c.claim({c.gendered: frozenset([c.gender])})
    for attribute in todo:
        if attribute == "accent":
            said = c.pick("nation") if rng.random() < 0.6 else c.pick("accent")
            rows.append(("accent", str(said)))
        elif attribute == "age":
            said = age_words(c) if rng.random() < 0.6 else c.pick("adj", "age")
            rows.append((rng.choice(FIELDS["age"]), str(said)))
        else:
            said = c.pick(rng.choice(["adj", "adj", "noun"]), attribute)
            if said:
                rows.append((rng.choice(FIELDS[attribute]), said))
    if rng.random() < 0.3:
        rows.append((rng.choice(["role", "character"]), c.pick("role") or "narrator"))
    if rng.random() < 0.3:
        rows.append((rng.choice(["mood", "emotion", "personality"]), c.pick("mood") or "plain"))
    rng.shuffle(rows)
    colon = rng.choice([": ", ": ", "=", " - "])
    text = rng.choice([". ", ", ", "; ", "\n", " | "]).join(f"{key}{colon}{value}" for key, value in rows)
    return _upper(text) if rng.random() < 0.6 else text


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
    if kind < 0.2 and _true("verb", attribute, c.record):
        return f"{who} {c.pick('verb', attribute)}{_tail(c)}"
    if kind < 0.45:
        word = c.pick("adj", attribute)
        thing = rng.choice(["voice", "voice", "tone", "delivery", "sound", "manner", "timbre", "way of speaking"])
        return word and f"{his} {thing} {rng.choice(['is', 'sounds', 'should be', 'must be', 'comes across as', 'feels'])} {word}"
    if kind < 0.55:
        word = c.pick("adv", attribute)
        whom = {"He": "him", "She": "her"}.get(who, "it")
        return word and rng.choice([f"Make {whom} speak {word}", f"Let {whom} talk {word}", f"Have {whom} read {word}"])
    if kind < 0.78:
        word = c.pick("adv", attribute)
        return word and f"{who} {rng.choice(['speaks', 'talks', 'should speak', 'always talks', 'reads'])} {word}"
    word = c.pick("noun", attribute)
    return word and rng.choice([f"There is {word}", f"{who} has {word}", f"Think of {word}", f"I want {word}", f"{who} talks with {word}"])


TAILS = ["", " every word", " everything", " every line", " each sentence", " at everyone", " all day long", " the whole time", " at {a}", " about {a}", " as if {a} {b}", " like {a}", " when {a} {b}", " to {a}", " because of {a}", ", even {a}", " as though {a} were {b}"]  # fmt: skip


def _tail(c: Caption) -> str:
    """What follows a verb and means nothing."""
    tail = c.rng.choice(TAILS)
    return tail.format(a=_stranger(c), b=_stranger(c)) if c.strange else tail if "{" not in tail else ""


STRANGERS = ["about {a}", "{a}", "{a} {b}", "for {a}", "from the {a} {b}", "as in {a}", "in a {a}", "who {a}", "near {a} and {b}", "the {a} type", "with {a}", "like {a} {b}", "at the {a}", "whose {a} {b}", "of {a}", "because {a} {b}", "while {a}"]  # fmt: skip


def _stranger(c: Caption) -> str:
    return c.rng.choice(c.strange)


def _assemble(c: Caption, head: str, front: list[str], back: list[str], sentences: list[str]) -> str:
    rng = c.rng
    if c.strange and rng.random() < 0.4:
        for _ in range(rng.choice([1, 1, 2, 3])):
            if rng.random() < 0.35:
                front.append(_stranger(c))
            else:
                back.append(rng.choice(STRANGERS).format(a=_stranger(c), b=_stranger(c)))
    rng.shuffle(front)
    rng.shuffle(back)
    context = c.pick("context") if rng.random() < 0.35 else None
    style = rng.random()
    if style < 0.2:
        parts = front + ([head] if head else []) + back
        rng.shuffle(parts)
        text = rng.choice([", ", ", ", "; ", " / ", ". ", " - "]).join(parts + sentences + ([context] if context else []))
    else:
        joint = rng.choice([", ", " ", ", ", " and "])
        article = rng.choice(["A ", "An ", "The ", "", "", "I need a ", "Give me a ", "Voice of a ", "Imagine a ", "This is a ", "We are looking for a ", "Sounds like a ", "Please make a ", "Create a ", "Someone like a ", "Make it a ", "I'm looking for a ", "Could you do a ", "Design a ", "Generate a ", "Think of a ", "Picture a ", "Give us a ", "It is a ", "He's a " if c.gender == "male" and c.gendered in c.said else "My ", "She's a " if c.gender == "female" and c.gendered in c.said else "That ", "Somebody's ", "Your typical ", "Speaks like a ", "Read by a ", "One "])  # fmt: skip
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
    case = rng.random()
    return text.lower() if case < 0.15 else text.upper() if case < 0.18 else text


def _misspell(text: str, rng: random.Random) -> str:
    """Some slips of the finger in longer words."""
    words = text.split(" ")
    for i in rng.sample(range(len(words)), min(len(words), rng.choice([1, 2, 2, 4, 6]))):
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
    """Terms in German or Chinese, listed or strung together."""
    record, rng = c.record, c.rng
    parts = []
    wanted = ["age", "pitch", "pace", "breath", "roughness", "brightness", "level", "melody"]
    todo = [a for a in wanted if record.get(a) and rng.random() < MENTIONED[(a, str(record[a]))]]
    who = None
    if c.gender:
        who = c.pick(language, "age" if "age" in todo and _true(language, "age", record) else c.gendered)
        if who and c.gendered not in c.said:
            parts.append(c.pick(language, c.gendered))
    for attribute in todo:
        if attribute not in c.said:
            parts.append(c.pick(language, attribute))
    if record["accent"] in ("en-GB", "en-US", "en-GB-scotland") and rng.random() < 0.3:
        parts.append(c.pick(language, "accent"))
    said = [part for part in parts if part]
    rng.shuffle(said)
    if language == "zh":
        if who and rng.random() < 0.6:
            joined = rng.choice(["，", "，", ""]).join(said)
            return rng.choice([f"一个{joined}的{who}", f"一位{who}，{joined}", f"{who}，{joined}。", f"{who}的声音，{joined}", f"请用{who}的声音，{joined}"]), c.said  # fmt: skip
        return "，".join([*said, *([who] if who else [])]) + rng.choice(["", "。", "的声音"]), c.said
    start = rng.choice(["", "", "Eine Stimme: ", "Ich suche: ", "Ein ", "Eine ", "Der ", "Die ", "Bitte ", "Eine Person, "])
    ordered = [who, *said] if who and rng.random() < 0.6 else [*said, who] if who else said
    text = start + rng.choice([", ", ", ", " und ", " ", " mit ", ", spricht "]).join(part for part in ordered if part)
    return text + rng.choice(["", "."]), c.said
