"""Rules that live in chapters both editions share, by file of `common`, where the code cites another rule or none."""

ELSEWHERE = {
    "measuring/distance": "M2-GEO-3 M2-GEO-4 M2-GEO-6 M2-GEO-7 M2-CTRL-3 M2-CTRL-4 M2-CMD-1",
    "attacks/ranges": "M2-GEO-11 M2-ATK-3",
    "damage/damage": "M2-DICE-2 M2-DICE-3 M2-DMG-3 M2-DMG-10 M2-DMG-20 M2-DICE-5",
    "attacks/area": (
        "M2-DICE-4 M2-ENGAGE-21 M2-AOE-1 M2-AOE-3 M2-AOE-4 M2-AOE-5 M2-AOE-7 M2-AOE-8 M2-AOE-9 M2-AOE-10 "
        "M2-AOE-11 M2-AOE-12 M2-AOE-14"
    ),
    "attacks/spray": (
        "M2-SPRAY-1 M2-SPRAY-2 M2-SPRAY-3 M2-SPRAY-4 M2-SPRAY-6 M2-SPRAY-7 M2-SPRAY-8 M2-SPRAY-9 M2-SPRAY-10"
    ),
    "damage/grid": "M2-DMG-4 M2-DMG-5 M2-DMG-7 M2-DMG-8 M2-DMG-9 M2-DMG-13",
    "damage/continuous_effects": "M2-CE-2 M2-CE-3 M2-CE-4 M2-CE-7 M2-CE-9 M2-CE-10 M2-CE-11",
    "damage/knocking_down": "M2-KD-11 M2-STAT-6",
    "attacks/attack": "M2-ATK-4 M2-ATK-23 M2-ENGAGE-18 M2-ENGAGE-20 M2-SPELL-21 M2-WQ-8 M2-WQ-9 M2-WQ-10 M2-POWER-10",
    "attacks/attack_roll": "M2-ATK-13 M2-ATK-16 M2-KD-7 M2-SPELL-13 M2-ATK-7",
    "attacks/modifiers": "M2-ENGAGE-10 M2-ENGAGE-19 M2-SPELL-7 M2-ATK-22",
    "attacks/attacking": ("M2-MOVE-29 M2-MOVE-30 M2-MOVE-32 M2-ENGAGE-2 M2-WQ-12 M2-ACT-10 M2-POWER-9 M2-ATK-1"),
    "attacks/cover": "M2-TERRAIN-14 M2-TERRAIN-7",
    "attacks/combined": "M2-ADV-5 M2-ADV-6",
    "abilities/on_hit": "M2-WQ-3 M2-WQ-4 M2-WQ-5 M2-WQ-6 M2-WQ-7",
    "turn/battle": "M2-TURN-3 M2-TURN-5 M2-TURN-6",
    "turn/activation": "M2-ACT-2 M2-ACT-20 M2-ACT-22 M2-ACT-24 M2-TURN-8 M2-STAT-2 M2-STAT-8 M2-KD-3",
    "turn/maintenance": "M2-MAINT-2 M2-MAINT-3 M2-MAINT-5 M2-TURN-2 M2-TURN-7 M2-MAINT-4",
    "turn/control": "M2-CTRL-8 M2-CTRL-10 M2-CTRL-13 M2-CTRL-20 M2-STAT-7 M2-CTRL-15 M2-CTRL-14",
    "turn/activity": "M2-CTRL-16 M2-CTRL-19 M2-ACT-11",
    "turn/standing_up": "M2-KD-12",
    "magic/casting": (
        "M2-ACT-19 M2-ATK-6 M2-SPELL-1 M2-SPELL-4 M2-SPELL-5 M2-SPELL-6 M2-SPELL-16 M2-SPELL-17 M2-ADV-4 "
        "M2-DMG-17 M2-STAT-5 M2-SPELL-23"
    ),
    "magic/lasting": "M2-SPELL-11",
    "magic/feats": "M2-SPELL-19",
    "state/stats": "M2-SPELL-20",
    "units/unit_activation": "M2-ACT-4 M2-ACT-5 M2-ACT-7 M2-ACT-23 M2-MOVE-15 M2-MOVE-24",
    "units/orders": "M2-ACT-8 M2-MOVE-8 M2-ADV-9",
    "units/members": "M2-ACT-9 M2-ADV-30 M2-FORM-12 M2-FORM-9 M2-ADV-31",
    "units/command": (
        "M2-CMD-4 M2-CMD-8 M2-CMD-11 M2-CMD-18 M2-CMD-23 M2-CMD-24 M2-CMD-25 M2-ADV-10 M2-ADV-15 M2-DICE-6 M2-ADV-11"
    ),
    "measuring/engagement": "M2-ENGAGE-3 M2-ENGAGE-4 M2-ENGAGE-6 M2-ENGAGE-7 M2-KD-4 M2-STAT-3",
    "measuring/line_of_sight": (
        "M2-LOS-2 M2-LOS-3 M2-LOS-4 M2-LOS-5 M2-LOS-6 M2-LOS-10 M2-LOS-11 M2-LOS-12 M2-LOS-13 M2-LOS-14 "
        "M2-LOS-19 M2-LOS-20 M2-KD-5"
    ),
    "movement/advance": "M2-MOVE-1 M2-MOVE-7 M2-MOVE-11",
    "movement/travel": "M2-ENGAGE-11 M2-ENGAGE-13 M2-ENGAGE-14 M2-MOVE-35",
    "movement/straight_moves": "M2-MOVE-18 M2-MOVE-19 M2-MOVE-34 M2-MOVE-36 M2-ADV-34",
    "movement/charge": "M2-MOVE-37",
    "movement/obstacles": "M2-TERRAIN-1 M2-TERRAIN-2 M2-TERRAIN-4 M2-TERRAIN-5 M2-TERRAIN-6 M2-TERRAIN-9",
    "movement/forced_moves": "M2-ENGAGE-12 M2-ADV-33",
    "terrain/features": "M2-TERRAIN-8",
    "power/power_attacks": "M2-MOVE-31 M2-POWER-3 M2-POWER-8 M2-WQ-11",
    "power/locks": "M2-POWER-19",
    "power/slam": "M2-POWER-22 M2-POWER-26 M2-POWER-27 M2-POWER-29",
    "power/collisions": "M2-POWER-36",
    "jacks/marshals": "M2-ADV-28 M2-JACK-11 M2-ADV-29",
    "jacks/taking_control": "M2-JACK-9 M2-JACK-4",
    "setup/victory": "M2-SCEN-2 M2-SCEN-6",
    "setup/deployment": "M2-FORCE-9 M2-FORCE-10",
    "state/cards": "M2-ROST-4 M2-GEO-1 M2-GEO-8",
    "units/terror": "M2-CMD-5 M2-CMD-6 M2-CMD-13 M2-CMD-14 M2-ADV-1 M2-ADV-2 M2-ADV-39",
    "magic/special_spells": "M2-CMD-9",
    "setup/muster": "M2-JACK-1 M2-ROST-1",
    "state/table": "M2-GEO-5",
}
