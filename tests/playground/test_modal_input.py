"""What people may fill into a form, and the data that the bot gets."""

from __future__ import annotations

from typing import Any

import pytest

from playground.files import Files
from playground.interactions.form_files import FormFiles
from playground.interactions.modal_input import Submission
from playground.interactions.resolved import Lookup
from playground.interactions.slash_commands import InvalidInput
from playground.messages import Upload
from playground.model.resources.user import PEOPLE
from playground.model.state import State
from playground.validation.components import check_modal
from tests.playground.bot_client import Clock

Json = dict[str, Any]

ANN, BOB = list(PEOPLE)[:2]
OPTIONS: list[Json] = [{"label": name, "value": name} for name in ("a", "b", "c")]
INPUT: Json = {"type": 4, "custom_id": "name", "style": 1}
UPLOAD: Json = {"type": 19, "custom_id": "file"}


class Form:
    """A form in front of Ann, with two files beside it."""

    def __init__(self) -> None:
        state = State(Clock())
        self.store = Files(None)
        self.lookup = Lookup(state, ANN, next(iter(state.channels.values())))
        self.files = FormFiles(state, self.store, "http://x")

    def send(self, form: Json, values: Json) -> Json:
        """Send a form filled in; return the data of the interaction."""
        uploads = {number: Upload(f"{number} x.txt", bytes([number])) for number in range(2)}
        return Submission(self.lookup, values, uploads, self.files).data(check_modal(form))

    def submit(self, control: Json, **values: Any) -> tuple[Json, Json]:
        """Send a form with one control; return the data of the control and what it names."""
        label = {"type": 18, "label": "x", "component": control}
        data = self.send({"custom_id": "form", "title": "x", "components": [label]}, values)
        (sent,) = data["components"]
        assert (data["custom_id"], sent["type"], sent["id"]) == ("form", 18, 1)
        return sent["component"], data.get("resolved", {})


@pytest.fixture
def form() -> Form:
    return Form()


def menu(kind: int = 3, **fields: Any) -> Json:
    return {"type": kind, "custom_id": "menu", **({"options": OPTIONS} if kind in {3, 21, 22} else {}), **fields}


def test_a_text_field_takes_so_many_characters(form: Form) -> None:
    assert form.submit(INPUT, name="x") == ({"type": 4, "id": 2, "custom_id": "name", "value": "x"}, {})
    for limits, lengths in (({}, (1, 4000)), ({"min_length": 3, "max_length": 5}, (3, 5))):
        for length in lengths:
            assert len(form.submit(INPUT | limits, name="x" * length)[0]["value"]) == length
        for length in (lengths[0] - 1, lengths[1] + 1):
            words = f"{lengths[0]} to {lengths[1]} characters, not {length}"
            with pytest.raises(InvalidInput, match=words):
                form.submit(INPUT | limits, name="x" * length)


def test_a_text_field_that_may_stay_empty_takes_nothing_or_enough(form: Form) -> None:
    optional = INPUT | {"required": False, "min_length": 3}
    assert form.submit(optional)[0]["value"] == ""
    assert form.submit(optional, name="")[0]["value"] == ""
    with pytest.raises(InvalidInput, match="name takes 3 to 4000 characters, not 1"):
        form.submit(optional, name="x")
    with pytest.raises(InvalidInput, match="name takes 1 to 4000 characters, not 0"):
        form.submit(INPUT)


def test_menus_and_boxes_of_a_form_bring_values(form: Form) -> None:
    assert form.submit(menu(), menu=["a"])[0]["values"] == ["a"]
    assert form.submit(menu(), menu="b")[0]["values"] == ["b"]
    assert form.submit(menu(22), menu=["a", "c"])[0]["values"] == ["a", "c"]
    data, resolved = form.submit(menu(7, max_values=2), menu=[str(ANN), str(BOB)])
    assert data["values"] == [str(ANN), str(BOB)]
    assert set(resolved["users"]) == set(resolved["members"]) == {str(ANN), str(BOB)}
    for control in (menu(), menu(22)):
        with pytest.raises(InvalidInput, match="Choose 1 to"):
            form.submit(control)
        assert form.submit(control | {"required": False})[0]["values"] == []


def test_a_radio_group_and_a_check_box_bring_one_value(form: Form) -> None:
    assert form.submit(menu(21), menu="c")[0]["value"] == "c"
    assert form.submit(menu(21, required=False))[0]["value"] is None
    for wrong in (["a", "b"], [], ["d"]):
        with pytest.raises(InvalidInput):
            form.submit(menu(21), menu=wrong)
    box = {"type": 23, "custom_id": "box"}
    assert form.submit(box, box=True)[0]["value"] is True
    assert form.submit(box)[0]["value"] is False


def test_uploaded_files_come_as_attachments(form: Form) -> None:
    data, resolved = form.submit(UPLOAD | {"max_values": 2}, file=[1, 0])
    first, second = data["values"]
    attachment = resolved["attachments"][first]
    assert (attachment["filename"], attachment["size"], attachment["ephemeral"]) == ("1_x.txt", 1, True)
    assert [form.store.get(int(key)) for key in (first, second)] == [b"\1", b"\0"]
    assert form.submit(UPLOAD | {"required": False}) == ({"type": 19, "id": 2, "custom_id": "file", "values": []}, {})


def test_a_field_takes_so_many_files_of_those_that_came(form: Form) -> None:
    for control, numbers in ((UPLOAD, []), (UPLOAD, [0, 1]), (UPLOAD | {"min_values": 2, "max_values": 3}, [0])):
        with pytest.raises(InvalidInput, match=r"Upload \d to \d files"):
            form.submit(control, file=numbers)
    with pytest.raises(InvalidInput, match="Upload 1 to 1 files"):
        form.submit(UPLOAD | {"required": False}, file=[0, 1])
    with pytest.raises(InvalidInput, match="didn't come with the form"):
        form.submit(UPLOAD, file=[2])


def test_a_form_has_texts_and_rows_besides_and_no_other_fields(form: Form) -> None:
    row = {"type": 1, "components": [INPUT | {"label": "Name"}]}
    given = {"custom_id": "form", "title": "x", "components": [{"type": 10, "content": "x"}, row]}
    text, data = form.send(given, {"name": "Ann"})["components"]
    assert text == {"type": 10, "id": 1}
    assert data == {"type": 1, "id": 2, "components": [{"type": 4, "id": 3, "custom_id": "name", "value": "Ann"}]}
    with pytest.raises(InvalidInput, match=r"no field a{100}; its fields: name"):
        form.send(given, {"a" * 101: "9"})
    with pytest.raises(InvalidInput, match="Name takes 1 to 4000"):
        form.send(given, {})
