"""Forms: what people may fill in, and the data that goes to the bot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from playground.interactions.component_input import choose, leaves
from playground.interactions.slash_commands import InvalidInput
from playground.json_values import as_list, number
from playground.validation.kinds import Kind

if TYPE_CHECKING:
    from playground.interactions.form_files import FormFiles
    from playground.interactions.resolved import Lookup
    from playground.json_values import Json
    from playground.messages import Upload


@dataclass
class Submission:
    """A form's `values` by custom id; those of an upload are the numbers of files among `uploads`."""

    lookup: Lookup
    values: Json
    uploads: dict[int, Upload]
    files: FormFiles
    resolved: Json = field(default_factory=dict[str, Any])

    def data(self, modal: Json) -> Json:
        """Return the data of the submitted form. Raises `InvalidInput`."""
        known = {one["custom_id"] for one in leaves(modal["components"]) if "custom_id" in one}
        unknown = [key for key in self.values if key not in known]
        if unknown:
            raise InvalidInput(f"The form has no field {unknown[0][:100]}; its fields: {', '.join(sorted(known))}.")
        components = [self._component(one) for one in modal["components"]]
        data: Json = {"custom_id": modal["custom_id"], "components": components}
        return data | ({"resolved": self.resolved} if self.resolved else {})

    def _component(self, one: Json) -> Json:
        """Return what became of a component; what its values name is added to `resolved`."""
        data: Json = {"type": one["type"], "id": one["id"]}
        if one["type"] == Kind.ROW:
            return data | {"components": [self._component(each) for each in one["components"]]}
        if one["type"] == Kind.LABEL:
            return data | {"component": self._component(one["component"])}
        if "custom_id" not in one:
            return data
        data["custom_id"] = one["custom_id"]
        return data | self._value(one, self.values.get(one["custom_id"]))

    def _value(self, one: Json, given: Any) -> Json:
        match one["type"]:
            case Kind.TEXT_INPUT:
                return {"value": _check_text(one, "" if given is None else given)}
            case Kind.CHECKBOX:
                return {"value": bool(given)}
            case Kind.FILE_UPLOAD:
                return {"values": self._upload(one, [number(each) for each in as_list(given)])}
            case _:
                chosen = [given] if isinstance(given, str) else [str(value) for value in as_list(given)]
                if chosen or one.get("required", True):
                    for kind, found in choose(self.lookup, one, chosen).items():
                        self.resolved.setdefault(kind, {}).update(found)
                if one["type"] == Kind.RADIO_GROUP:
                    return {"value": chosen[0] if chosen else None}
                return {"values": chosen}

    def _upload(self, one: Json, numbers: list[int]) -> list[str]:
        """Store what was uploaded to a field and return the attachments' ids."""
        low, high = one["min_values"], one["max_values"]
        if (numbers or one.get("required", True)) and not low <= len(numbers) <= high:
            raise InvalidInput(f"Upload {low} to {high} files.")
        if not set(numbers) <= set(self.uploads):
            raise InvalidInput("A file is named that didn't come with the form.")
        attachments = [self.files.add(self.uploads[each]) for each in numbers]
        if attachments:
            self.resolved.setdefault("attachments", {}).update({each["id"]: each for each in attachments})
        return [each["id"] for each in attachments]


def _check_text(one: Json, value: Any) -> str:
    text, name = str(value), one["label"] or one["custom_id"]
    if not text and not one.get("required", True):
        return text
    low, high = one["min_length"] or 1, one["max_length"] or 4000
    if not low <= len(text) <= high:
        raise InvalidInput(f"{name} takes {low} to {high} characters, not {len(text)}.")
    return text
