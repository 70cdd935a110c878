"""Units, characters, mounts, spells and special rules as printed, without a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.core.sheets import RuleText, Sheet, Stat
from sandtable.geometry.units import text
from sandtable.rulesets.warmaster.state.entries import Entry, Library, Mount, Rank, Spell

NONE = "–"  # printed where there is no save, no shooting, no command


def pages(library: Library) -> Iterator[Sheet]:
    for entry in library.units.values():
        yield unit_page(library, entry)
    for rank in library.ranks.values():
        yield rank_page(library, rank)
    for mount in library.mounts.values():
        yield mount_page(library, mount)
    for spell in library.spells.values():
        yield spell_page(library, spell)
    for id, rule in library.special_rules.items():
        yield Sheet(id=id, kind="rule", title=words(id), subtitle="special rule", text=sentence(rule["text"]))


def unit_page(library: Library, entry: Entry) -> Sheet:
    most = "any number" if entry.max is None else f"at most {entry.max}"
    return Sheet(
        id=entry.id,
        kind="unit",
        title=entry.name,
        subtitle=f"{library.armies[entry.army].name}, {type_of(entry)}",
        text=f"Per 1,000 points: at least {entry.min}, {most}.",
        stats=(*fighting_stats(library, entry), Stat("Points", str(entry.points))),
        rules=rule_texts(library, entry.special),
    )


def fighting_stats(library: Library, entry: Entry) -> tuple[Stat, ...]:
    full, half = paces(library, entry)
    shots = f"/{entry.shots}" if entry.shots else ""
    found = [
        Stat("Attack", f"{entry.attack}{shots}"),
        Stat("Hits", str(entry.hits)),
        Stat("Armour", NONE if entry.armour is None else f"{entry.armour}+"),
        Stat("Stands", str(entry.stands)),
        Stat("Full pace", f"{full} cm"),
        Stat("Half pace", f"{half} cm"),
    ]
    return (*found, Stat("Range", f"{text(entry.range)} cm")) if entry.range else tuple(found)


def paces(library: Library, entry: Entry) -> tuple[str, str]:
    if entry.flyer:
        return "100", "100"
    kind = library.types[entry.type]
    return text(entry.full or kind.full), text(entry.half or kind.half)


def rank_page(library: Library, rank: Rank) -> Sheet:
    spells = library.spells_of(rank.army) if rank.kind == "wizard" else ()
    most = "exactly one" if rank.kind == "general" else f"at most {rank.max} per 1,000 points"
    return Sheet(
        id=rank.id,
        kind="unit",
        title=rank.name,
        subtitle=f"{library.armies[rank.army].name}, character, {most}",
        stats=(*leading_stats(rank), Stat("Points", str(rank.points))),
        rules=tuple(spell_text(spell) for spell in spells),
    )


def leading_stats(rank: Rank) -> tuple[Stat, ...]:
    reach = {"general": "the whole battlefield", "hero": "60 cm", "wizard": "20 cm"}[rank.kind]
    return Stat("Command", str(rank.command)), Stat("Attack", f"+{rank.attack}"), Stat("Command range", reach)


def mount_page(library: Library, mount: Mount) -> Sheet:
    riders = ", ".join(library.ranks[r].name for r in mount.riders) or "any character"
    return Sheet(
        id=mount.id,
        kind="unit",
        title=mount.name,
        subtitle=f"{library.armies[mount.army].name}, mount of {riders}",
        stats=(Stat("Attack", f"+{mount.attack}"), Stat("Points", str(mount.points))),
        rules=rule_texts(library, mount.special),
    )


def spell_page(library: Library, spell: Spell) -> Sheet:
    sight = "seen" if spell.sight else "seen or not"
    stats = [Stat("Cast on", f"{spell.cast}+"), Stat("Range", f"{text(spell.range)} cm, {sight}")]
    stats += [Stat("Attacks", str(spell.attacks))] if spell.attacks else []
    army = library.armies[spell.army].name
    return Sheet(
        id=spell.id, kind="card", title=spell.name, subtitle=f"{army} spell", stats=tuple(stats),
        text=sentence(spell.effect),
    )  # fmt: skip


def spell_text(spell: Spell) -> RuleText:
    return RuleText(f"{spell.name} ({spell.cast}+, {text(spell.range)} cm)", sentence(spell.effect), "WM-MAGIC-1")


def rule_texts(library: Library, rules: Iterable[str]) -> tuple[RuleText, ...]:
    known = library.special_rules
    return tuple(
        RuleText(words(id), sentence(known[id]["text"]), next(iter(known[id]["cites"]), ""))
        for id in rules
        if id in known
    )


def type_of(entry: Entry) -> str:
    return f"flying {entry.type}" if entry.flyer else entry.type


def words(id: str) -> str:
    return id.replace("_", " ").capitalize()


def sentence(text: str) -> str:
    said = text.strip().rstrip(":; .")
    return f"{said[:1].upper()}{said[1:]}." if said else ""
