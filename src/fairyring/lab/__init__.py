"""The laboratory: plays a game against itself, and reports whether it is fair, lively, too long or drawish.

`study` plays the games of a `Plan`, yields its `Progress`, and returns a `Report` of plain values. `page`
makes HTML of that, with the `plots` if matplotlib is there; `compared` sets two reports side by side.
"""

from fairyring.lab.comparing import Difference, compared
from fairyring.lab.exporting import check_format, pgn, write_parquet
from fairyring.lab.page import REPORT, comparison, page
from fairyring.lab.plan import Plan, Record, Task
from fairyring.lab.plots import plots
from fairyring.lab.report import Report
from fairyring.lab.statistics import Estimate
from fairyring.lab.study import Progress, finished, kept, reserve, study

__all__ = [
    "REPORT",
    "Difference",
    "Estimate",
    "Plan",
    "Progress",
    "Record",
    "Report",
    "Task",
    "check_format",
    "compared",
    "comparison",
    "finished",
    "kept",
    "page",
    "pgn",
    "plots",
    "reserve",
    "study",
    "write_parquet",
]
