"""The colours of a report, light and dark, and its style sheet.

Every pair of a text and what lies behind it has a contrast of 4.5 or more, every line one of 3.
"""

from __future__ import annotations

from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "ground": "#FFFFFF",
    "text": "#1A1D21",
    "quiet": "#545B66",
    "rule": "#DDE1E6",
    "link": "#1D4FBF",
    "s0": "#2457C5",
    "s1": "#9A4A00",
    "s2": "#1B6E3A",
}
DARK: Mapping[str, str] = {
    "ground": "#15181C",
    "text": "#E8EAED",
    "quiet": "#B3BAC4",
    "rule": "#30363E",
    "link": "#9CBBFF",
    "s0": "#8AB0FF",
    "s1": "#F2B866",
    "s2": "#7BD69A",
}


def _variables(colours: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in colours.items())


STYLE = (
    f":root{{color-scheme:light dark;{_variables(LIGHT)}}}"
    f"@media (prefers-color-scheme:dark){{:root{{{_variables(DARK)}}}}}"
    "@media print{:root{" + _variables(LIGHT) + "}}"
    "*{box-sizing:border-box}"
    "body{margin:0;background:var(--ground);color:var(--text);"
    "font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}"
    "main{max-width:60rem;margin:0 auto;padding:1.5rem}"
    "h1{font-size:1.9rem;margin:0 0 1rem}h2{font-size:1.25rem;margin:2.5rem 0 .25rem}"
    "p{margin:.25rem 0 .75rem;color:var(--quiet)}a{color:var(--link)}"
    ".facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:.75rem}"
    ".facts dt{font-size:.8rem;color:var(--quiet)}"
    ".facts dd{margin:0;font-weight:600;overflow-wrap:anywhere}"
    "nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0;margin:1rem 0}"
    "nav a{display:inline-block;padding:.25rem 0}"
    "figure{margin:0}svg{width:100%;height:auto;display:block}"
    ".wide>svg{min-width:47.5rem}"  # ours: less wide, the letters of a chart become too small
    "svg text{fill:var(--quiet);font-size:12px;unicode-bidi:isolate}"
    ".rule{stroke:var(--rule)}.bar{fill:var(--s0)}"
    ".line{fill:none;stroke-width:2}.s0{stroke:var(--s0)}.s1{stroke:var(--s1)}.s2{stroke:var(--s2)}"
    ".dot.s0{fill:var(--s0)}.dot.s1{fill:var(--s1)}.dot.s2{fill:var(--s2)}"
    "summary{cursor:pointer;color:var(--link);padding:.4rem 0}"
    "a:focus-visible,summary:focus-visible,.wide:focus-visible{outline:2px solid var(--link);"
    "outline-offset:1px}"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-size:.85rem;width:100%}"
    "caption{position:absolute;left:-9999px}"
    "th,td{text-align:start;padding:.25rem .5rem;border-bottom:1px solid var(--rule);"
    "vertical-align:top;overflow-wrap:break-word;min-width:7.5em;max-width:22em}"
    "th.n,td.n{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap;min-width:0}"
    "th.n{white-space:normal}"
    # On paper nothing can be moved to the side; of many columns a number is broken at the worst.
    "@media print{main{max-width:none;padding:0}nav,summary{display:none}"
    "section{break-inside:avoid}details:not([open])>*{display:none}"
    ".wide{overflow:visible}.wide>svg{min-width:0}"
    "table{font-size:.65rem}th,td{padding:.15rem .25rem;max-width:11em}"
    ".many{font-size:.4rem}.many th,.many td{padding:.1rem 1px}"
    ".many td.n{white-space:normal;overflow-wrap:anywhere}}"
)
