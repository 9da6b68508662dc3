"""Convert a review to the JSON object that is kept with its match, and back."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, TypeAlias

from engines.reviews.contract import KINDS, Review, Standing, TurningPoint

Json: TypeAlias = "dict[str, Any]"


class UnreadableReview(ValueError):  # noqa: N818 - a verdict on a stored object
    """A JSON object that isn't a review."""


def write_review(review: Review) -> Json:
    """Return a review as a JSON object."""
    return asdict(review)


def read_review(content: Json) -> Review:
    """Return the review of a JSON object. Raises `UnreadableReview`."""
    try:
        curve = tuple(_read_standing(one) for one in content["curve"])
        points = tuple(_read_turning_point(one) for one in content["turning_points"])
        counted = content["counted"]
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise UnreadableReview("a field of the review is missing or of another kind") from error
    if not isinstance(counted, bool) or not all(each.kind in KINDS for each in points):
        raise UnreadableReview("the review is neither counted nor estimated, or has a turning point of no kind")
    return Review(curve, points, counted)


def _read_standing(content: Json) -> Standing:
    return Standing(int(content["ply"]), tuple(float(share) for share in content["shares"]))


def _read_turning_point(content: Json) -> TurningPoint:
    fields: Json = {**content, "line": tuple(content["line"])}
    return TurningPoint(**fields)
