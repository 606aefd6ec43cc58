"""Pictures for notebooks: the same drawings as the page and the reports of the program."""

from __future__ import annotations

import html


def framed(page: str, height: int) -> str:
    """A page in a frame of its own, so that its style touches nothing else in the notebook."""
    return (
        f'<iframe srcdoc="{html.escape(page, quote=True)}" sandbox="" '
        f'style="width:100%;height:{height}px;border:0" title="falsecard"></iframe>'
    )
