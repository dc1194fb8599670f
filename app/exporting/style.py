"""How an exported page looks: light and dark as the reader's system has it, and on paper."""

from __future__ import annotations

STYLE = """
:root { color-scheme: light dark; --bg: #fff; --text: #1a1d21; --soft: #545b66; --line: #dde1e6;
  --link: #1d4fbf; --card: #f4f5f7; }
@media (prefers-color-scheme: dark) { :root { --bg: #15181c; --text: #e8eaed; --soft: #b3bac4;
  --line: #30363e; --link: #9cbbff; --card: #1b1f24; } }
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.25rem 4rem; background: var(--bg);
  color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0; overflow-wrap: anywhere; }
header p, time, i, figcaption, .file, .gone, summary { color: var(--soft); font-size: .85rem; }
header { border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; }
h2 { color: var(--soft); font-size: .9rem; font-weight: 600; margin: 2rem 0 .75rem;
  text-align: center; }
article { margin: 0 0 1rem; overflow-wrap: anywhere; }
article:target { background: var(--card); border-radius: 8px; outline: 8px solid var(--card); }
article p { margin: .1rem 0 0; white-space: pre-wrap; }
blockquote { border-left: 3px solid var(--line); color: var(--soft); margin: .25rem 0;
  padding-left: .75rem; }
a { color: var(--link); }
.reactions { display: flex; flex-wrap: wrap; gap: .375rem; list-style: none; margin: .35rem 0 0;
  padding: 0; }
.reactions li { background: var(--card); border: 1px solid var(--line); border-radius: 999px;
  font-size: .85rem; padding: 0 .5rem; }
summary { cursor: pointer; }
figure { margin: .5rem 0; }
img { border-radius: 8px; max-height: 30rem; max-width: 100%; }
@media print { body { max-width: none; padding: 0; } article, figure { break-inside: avoid; }
  h2 { break-after: avoid; } a { color: inherit; } }
"""
