"""Prints test/data/time-zones.tsv from the zone files of a system, which Foyer does not read here.

    python3 test/data/time-zones.py DIRECTORY 'Debian tzdata 2026f-0+deb12u1' > test/data/time-zones.tsv

DIRECTORY has zone files and zone1970.tab, such as /usr/share/zoneinfo.
"""

import sys
import zoneinfo
from datetime import datetime, timezone
from pathlib import Path

directory, source = Path(sys.argv[1]), sys.argv[2]
zoneinfo.reset_tzpath([str(directory)])

# The rule, the release of the tz database that brought it, and the year from which it holds.
RULES = {
    "America/Winnipeg": ("2026e: Manitoba stays on -05", 2026),
    "America/Havana": ("2026f: Cuba stays on -04 until 2027-11-07", 2026),
    "America/Inuvik": ("2026d: the Northwest Territories stay on -06", 2026),
    "America/Yellowknife": ("2026d: the Northwest Territories stay on -06", 2026),
    "America/Edmonton": ("2026c: Alberta stays on -06", 2026),
    "Africa/Casablanca": ("2026c: Morocco moves to +00", 2026),
    "Africa/El_Aaiun": ("2026c: Morocco moves to +00", 2026),
    "America/Vancouver": ("2026b: British Columbia stays on -07", 2026),
    "Europe/Chisinau": ("2026a: Moldova changes with the European Union", 2022),
    "America/Coyhaique": ("2025b: Aysén stays on -03", 2025),
    "America/Asuncion": ("2025a: Paraguay stays on -03", 2024),
    "Asia/Almaty": ("2024a: Kazakhstan moves to +05", 2024),
    "Asia/Qostanay": ("2024a: Kazakhstan moves to +05", 2024),
    "America/Scoresbysund": ("2023d: Ittoqqortoormiit moves to -02", 2024),
    "Antarctica/Vostok": ("2023d: Vostok moves to +05", 2023),
    "Africa/Cairo": ("2023a: Egypt has summer time again", 2023),
    "America/Nuuk": ("2023a: Greenland moves to -02, with summer time from 2024", 2023),
    "America/Ciudad_Juarez": ("2022g: Ciudad Juárez changes with El Paso", 2022),
    "America/Ojinaga": ("2022g: Ojinaga changes with Texas", 2022),
    "America/Chihuahua": ("2022f: Chihuahua stays on -06", 2022),
    "America/Mexico_City": ("2022f: Mexico has no summer time", 2022),
    "America/Mazatlan": ("2022f: Mexico has no summer time", 2022),
    "Pacific/Fiji": ("2022f: Fiji has no summer time", 2022),
    "Asia/Amman": ("2022f: Jordan stays on +03", 2022),
    "Asia/Damascus": ("2022f: Syria stays on +03", 2022),
    "Asia/Tehran": ("2022b: Iran has no summer time", 2023),
    "Pacific/Apia": ("2021b: Samoa has no summer time", 2021),
    "Africa/Juba": ("2021a: South Sudan moves to +02", 2021),
    "America/Whitehorse": ("2020a: Yukon stays on -07", 2020),
    "Europe/Volgograd": ("2020e: Volgograd moves to +03", 2020),
    "America/Sao_Paulo": ("2019b: Brazil has no summer time", 2019),
    "Africa/Sao_Tome": ("2018i: São Tomé moves to +00", 2019),
    "Asia/Pyongyang": ("2018e: North Korea moves to +09", 2018),
    "America/Punta_Arenas": ("2017a: Magallanes stays on -03", 2016),
    "Europe/Istanbul": ("2016g: Turkey stays on +03", 2016),
    "America/Caracas": ("2016d: Venezuela moves to -04", 2016),
}

# Names that clients still send.
ALIASES = """America/Buenos_Aires America/Godthab America/Indianapolis America/Montreal Asia/Calcutta
Asia/Choibalsan Asia/Katmandu Asia/Rangoon Asia/Saigon Atlantic/Faeroe Australia/ACT Canada/Central
Canada/Pacific Cuba Europe/Kiev GB Japan NZ PRC Pacific/Enderbury Pacific/Ponape US/Eastern
US/Hawaii US/Pacific""".split()

INSTANTS = ["2026-01-15T12:00:00Z", "2026-07-15T12:00:00Z", "2027-01-15T12:00:00Z"]


def offset(zone: str, instant: str) -> str:
    at = datetime.fromisoformat(instant.replace("Z", "+00:00")).astimezone(timezone.utc)
    seconds = at.astimezone(zoneinfo.ZoneInfo(zone)).utcoffset().total_seconds()
    return str(round(seconds / 60))


lines = (directory / "zone1970.tab").read_text().splitlines()
zones = {line.split("\t")[2] for line in lines if not line.startswith("#")}
print("\t".join(["zone", *INSTANTS, "rule", "source", "year"]))
for zone in sorted(zones | set(RULES) | set(ALIASES)):
    rule, year = RULES.get(zone, ("", int(INSTANTS[-1][:4]) - 1))
    cells = [offset(zone, instant) for instant in INSTANTS]
    print("\t".join([zone, *cells, rule, source, str(year)]))
