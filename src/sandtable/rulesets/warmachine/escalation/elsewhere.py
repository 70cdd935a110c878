"""Rules that live in chapters both editions share, by file of `common`, where the code cites another rule or none."""

ELSEWHERE = {
    "units/members": "ES-ATTACH-3 ES-ATTACH-4 ES-ATTACH-5 ES-ATTACH-6 ES-ATTACH-8 ES-ATTACH-9 ES-CREW-2",
    "units/orders": "ES-CREW-3",
    "state/cards": "ES-CREW-9 ES-CREW-10 ES-CREW-11 ES-CREW-12 ES-CREW-13 ES-CREW-15",
    "jacks/marshals": "ES-MARSHAL-2 ES-MARSHAL-3 ES-AUTO-2",
    "turn/activity": "ES-MARSHAL-6 ES-MARSHAL-7 ES-MARSHAL-13",
    "turn/control": "ES-AUTO-3 ES-AUTO-4",
    "jacks/taking_control": ("ES-MARSHAL-8 ES-MARSHAL-9 ES-AUTO-6 ES-AUTO-7 ES-AUTO-8 ES-AUTO-9 ES-AUTO-10 ES-AUTO-12"),
    "magic/casting": "ES-MERC-7",
    "setup/muster": "ES-MARSHAL-1 ES-AUTO-5 ES-CREW-1",
}
