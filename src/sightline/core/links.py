"""Squads and layouts as short texts that fit into an address: compact JSON, raw deflate, base64url, and a version.

A browser makes and reads the same with `CompressionStream("deflate-raw")`; docs/files.md has the format.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import msgspec

from sightline.core.errors import BadInput
from sightline.core.game import TablePlan
from sightline.core.muster import Roster, roster_from
from sightline.core.reading import decode_text, parse_json, shape

VERSION = 1
SQUAD, TABLE = "s", "t"
KINDS = {SQUAD: "squad", TABLE: "table"}
LONGEST = 40_000
"""Characters of a link beyond which nobody reads on."""
LARGEST = 400_000
"""Bytes of JSON beyond which nobody unpacks on: a small text can hold a very large nothing."""
PIECES, CORNERS = 60, 40
"""What a layout has at most."""
LONGEST_WORD = 2000
"""Characters of a name or a note of a layout."""
_RAW = -zlib.MAX_WBITS


def roster_to_link(roster: Roster) -> str:
    """A squad as a link."""
    return _packed(SQUAD, roster)


def roster_from_link(link: str) -> Roster:
    """The squad of a link; it has the right form, the game's muster says whether it is legal."""
    return roster_from(_unpacked(SQUAD, link), "link")


def plan_to_link(plan: TablePlan) -> str:
    """A layout as a link."""
    return _packed(TABLE, plan)


def plan_from_link(link: str) -> TablePlan:
    """The layout of a link; it has the right form, the game says whether it is legal."""
    plan = shape(_unpacked(TABLE, link), TablePlan, "link")
    for word in (plan.id, plan.name, plan.note, plan.origin, *(w for p in plan.pieces for w in (p.id, p.name, p.kind))):
        if not word.isprintable():
            raise BadInput(f"link: {word[:20]!r}: expected printable characters")
    return plan


def check_size(plan: TablePlan, where: str) -> None:
    """Refuse a layout that is too large to be looked at, before anybody does: overlaps cost the square of pieces."""
    if len(plan.pieces) > PIECES or any(len(piece.polygon) > CORNERS for piece in plan.pieces):
        raise BadInput(f"{where}.pieces: at most {PIECES}, each with at most {CORNERS} corners")
    words = (plan.id, plan.name, plan.note, plan.origin, *(w for p in plan.pieces for w in (p.id, p.name, p.kind)))
    if any(len(word) > LONGEST_WORD for word in words):
        raise BadInput(f"{where}: a name or a note is longer than {LONGEST_WORD} characters")


def _packed(kind: str, value: Roster | TablePlan) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, _RAW)
    packed = deflate.compress(msgspec.json.encode(value)) + deflate.flush()
    link = f"{kind}{VERSION}.{urlsafe_b64encode(packed).decode().rstrip('=')}"
    if len(link) > LONGEST:
        raise BadInput(f"{KINDS[kind]}: too large for a link")
    return link


def _unpacked(kind: str, link: str) -> Any:
    found = re.fullmatch(r"([a-z])(\d{1,4})\.([A-Za-z0-9_-]+)", link[: LONGEST + 1])
    if found is None or found[1] not in KINDS or len(link) > LONGEST:
        raise BadInput(f"link: expected {kind}{VERSION}. and letters, digits, - and _, at most {LONGEST} characters")
    if found[1] != kind:
        raise BadInput(f"link: this is a {KINDS[found[1]]}, expected a {KINDS[kind]}")
    if int(found[2]) != VERSION:
        newer = "a newer program made it" if int(found[2]) > VERSION else "no program ever made such a link"
        raise BadInput(f"link: version {int(found[2])}, this program reads {VERSION}: {newer}")
    text = decode_text(_inflated(found[3]), "link")
    return parse_json(text, "link")


def _inflated(packed: str) -> bytes:
    inflate = zlib.decompressobj(_RAW)
    try:
        content = inflate.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), LARGEST + 1)
    except (ValueError, zlib.error) as error:
        raise BadInput("link: damaged, a part of it is missing or was changed") from error
    if len(content) > LARGEST:
        raise BadInput(f"link: it unpacks to more than {LARGEST} bytes")
    if not inflate.eof or inflate.unused_data:
        raise BadInput("link: damaged, a part of it is missing or was changed")
    return content
