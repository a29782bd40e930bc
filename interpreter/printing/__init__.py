"""The sheet to print and hang up: the track as a board to play on, and below it the rules and the words of each square.

HTML and SVG are written from templates by jinja2, PDF from the HTML by weasyprint; both come with an extra.
"""

from interpreter.printing.paper import PAPERS
from interpreter.printing.printed import FORMS, NoSheet, printed

__all__ = ["FORMS", "PAPERS", "NoSheet", "printed"]
