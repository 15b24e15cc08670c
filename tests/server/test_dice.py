"""Dice that anybody can check afterwards, and that nobody could know beforehand."""

from hashlib import blake2b
from pathlib import Path

import msgspec
import pytest

from sightline.core.game import game
from sightline.core.proof import dice_differ
from sightline.core.record import Record, record_from, sealed, verify
from tests.kit import sightline
from tests.server.guests import serving

pytestmark = pytest.mark.anyio


async def test_a_third_party_can_check_every_die_of_a_record(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        made = await server.new(seats={"red": {"kind": "me"}, "blue": {"kind": "me"}}, share="seven")
        both = f"{made['tokens']['red']},{made['tokens']['blue']}"
        async with server.guest(made["match"], both) as guest:
            lock = guest.room["dice"]["lock"]
            assert not guest.room["dice"].get("key")
            for number in range(40):
                await guest.act()
                if number % 3 == 0 and guest.room["undo"]:
                    # Here everything may be taken back, dice too: they stay fallen and the next ones come.
                    assert (await guest.command(type="undo", version=guest.version))["type"] == "done"
            await guest.command(type="concede", version=guest.version)
            dice = guest.room["dice"]
        async with server.http() as http:
            kept = (await http.get(f"/api/matches/{made['match']}/record")).json()
    assert blake2b(dice["key"].encode(), digest_size=32).hexdigest() == lock
    assert kept["seed"] == "/".join([dice["key"], dice["shares"]["red"], dice["shares"]["blue"]])
    assert dice["shares"]["red"] == "seven"
    found = record_from(kept, "record")
    book = game(found.game)
    assert verify(found, book) is None
    assert dice_differ(found, book) is None
    path = tmp_path / "record.json"
    path.write_bytes(msgspec.json.encode(kept))
    assert sightline("replay", "verify", path).returncode == 0
    # Few dice fell: another seed may let them fall alike, but not one of two.
    others: list[Record] = [msgspec.structs.replace(found, seed=f"another {n}") for n in range(20)]
    found_out = [other for other in others if dice_differ(other, book)]
    assert len(found_out) > 10
    other = found_out[0]
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(other, seal=sealed(other))))
    told = sightline("replay", "verify", path)
    assert told.returncode == 1
    assert "by the seed they fell" in told.stdout
