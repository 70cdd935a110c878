"""Rules that live in chapters both editions share, by file of `common`, where the code cites another rule or none."""

ELSEWHERE = {
    "measuring/distance": "M1-GEO-2 M1-GEO-4 M1-GEO-5 M1-GEO-6 M1-GEO-7 M1-CTRL-2 M1-RANGED-4",
    "attacks/area": (
        "M1-GEO-10 M1-AOE-1 M1-AOE-2 M1-AOE-3 M1-AOE-4 M1-AOE-6 M1-AOE-8 M1-AOE-9 M1-AOE-10 "
        "M1-AOE-11 M1-AOE-12 M1-AOE-13 M1-MAGIC-5 M1-MOD-33"
    ),
    "attacks/spray": "M1-SPRAY-1 M1-SPRAY-2 M1-SPRAY-3 M1-SPRAY-4 M1-SPRAY-5 M1-SPRAY-6 M1-MOD-14",
    "damage/damage": "M1-DICE-8 M1-DICE-9 M1-ATK-10 M1-DMG-6 M1-DMG-8 M1-MAGIC-2 M1-RANGED-2",
    "damage/grid": "M1-DMG-1 M1-DMG-3 M1-DMG-4 M1-SYS-1 M1-SYS-4 M1-SYS-5",
    "damage/continuous_effects": "M1-CE-2 M1-CE-3 M1-CE-4 M1-CE-5",
    "attacks/attack_roll": "M1-MELEE-2",
    "attacks/attack": "M1-DICE-10 M1-RANGED-3",
    "attacks/again": "M1-MOD-29 M1-MOD-32",
    "attacks/attacking": "M1-CHARGE-12 M1-CHARGE-15 M1-MELEE-3 M1-MOD-2 M1-MOD-3",
    "attacks/modifiers": "M1-KD-1 M1-KD-5 M1-FREE-9 M1-MAGIC-4 M1-MOD-17 M1-MOD-26 M1-MOD-30 M1-MOD-35",
    "attacks/cover": "M1-MOD-13 M1-MOD-36 M1-LOS-8",
    "attacks/combined": "M1-MOD-8",
    "turn/battle": "M1-TURN-2",
    "turn/activation": "M1-TURN-4 M1-TURN-5 M1-TURN-9 M1-MOD-20 M1-FLEE-5",
    "turn/maintenance": "M1-MAINT-3 M1-CE-6",
    "turn/control": "M1-CTRL-5 M1-CTRL-6 M1-CTRL-8 M1-CTRL-11 M1-UPKEEP-6 M1-UPKEEP-7 M1-MOD-21 M1-MOD-22",
    "turn/standing_up": "M1-CHARGE-16 M1-KD-11 M1-KD-12",
    "magic/lasting": "M1-UPKEEP-3 M1-UPKEEP-4 M1-UPKEEP-5",
    "magic/casting": (
        "M1-MAGIC-3 M1-SPELL-3 M1-SPELL-4 M1-SPELL-7 M1-CHANNEL-2 M1-CHANNEL-3 M1-CHANNEL-4 M1-CHANNEL-5 "
        "M1-CHANNEL-6 M1-CHANNEL-7 M1-CHANNEL-8 M1-CHANNEL-9 M1-KD-7 M1-MOD-23 M1-SYS-2"
    ),
    "state/stats": "M1-SPELL-8",
    "units/unit_activation": "M1-TURN-6 M1-CHARGE-21 M1-FLEE-11 M1-KD-10",
    "units/orders": "M1-ORDER-3 M1-ORDER-5 M1-ORDER-6 M1-RUN-3",
    "units/members": "M1-ORDER-8 M1-ORDER-9 M1-ORDER-10",
    "units/command": "M1-FORM-10 M1-FORM-11 M1-CMD-3 M1-CMD-8 M1-CMD-12 M1-CMD-13 M1-FLEE-9",
    "measuring/engagement": "M1-MOVE-6 M1-FLEE-8",
    "measuring/line_of_sight": "M1-LOS-3 M1-LOS-4 M1-LOS-7 M1-LOS-9 M1-LOS-10 M1-LOS-11 M1-CLOUD-3",
    "movement/advance": "M1-MOVE-3 M1-MOVE-4 M1-RUN-5",
    "movement/travel": "M1-RUN-6 M1-FREE-2 M1-FREE-5 M1-FREE-7 M1-CHARGE-19",
    "movement/straight_moves": "M1-CHARGE-5 M1-POWER-25",
    "movement/charge": "M1-CHARGE-18",
    "movement/obstacles": (
        "M1-TERRAIN-1 M1-TERRAIN-2 M1-TERRAIN-4 M1-TERRAIN-5 M1-TERRAIN-6 M1-TERRAIN-9 M1-TERRAIN-12"
    ),
    "movement/forced_moves": "M1-FREE-8 M1-POWER-17 M1-POWER-18 M1-POWER-26 M1-POWER-27",
    "terrain/features": "M1-TERRAIN-13 M1-TERRAIN-14",
    "terrain/clouds": "M1-CLOUD-6",
    "power/power_attacks": "M1-CHARGE-14 M1-POWER-4 M1-POWER-5 M1-POWER-45 M1-POWER-46",
    "power/push": "M1-POWER-12",
    "power/slam": "M1-POWER-14 M1-POWER-20 M1-POWER-28 M1-POWER-48",
    "power/collisions": "M1-POWER-22 M1-POWER-33 M1-POWER-34",
    "power/throw": "M1-POWER-36",
    "power/locks": "M1-POWER-38 M1-POWER-40",
    "damage/systems": "M1-INERT-2 M1-SYS-14",
    "jacks/taking_control": "M1-INERT-3 M1-INERT-4 M1-INERT-6",
    "state/cards": "M1-GEO-1",
    "units/terror": "M1-CMD-4 M1-CMD-5 M1-CMD-10",
    "terrain/deep_water": "M1-TERRAIN-11",
    "jacks/marshals": "M1-SYS-12",
    "lists/rosters": "M1-ROSTER-3",
}
