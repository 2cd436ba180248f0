"""A report of a CSV file: groups, sums, a table."""

import csv
import io
import itertools
import statistics
import textwrap
from collections import Counter
from pathlib import Path

DATA = """\
    name,team,hours
    Ada,red,7.5
    Bob,blue,3
    Cem,red,4.25
    Dee,blue,8
    Eli,"green, light",1
"""
Path("hours.csv").write_text(textwrap.dedent(DATA))

with open("hours.csv", newline="") as file:
    rows = [{**row, "hours": float(row["hours"])} for row in csv.DictReader(file)]

rows.sort(key=lambda row: (row["team"], -row["hours"]))
for team, group in itertools.groupby(rows, key=lambda row: row["team"]):
    members = list(group)
    print(f"{team:>12} | {sum(m['hours'] for m in members):6.2f} | {', '.join(m['name'] for m in members)}")
print(Counter(row["team"] for row in rows).most_common(2))
print(statistics.mean(row["hours"] for row in rows), statistics.median([r["hours"] for r in rows]))

out = io.StringIO()
writer = csv.writer(out, lineterminator="\n")
writer.writerow(["team", "most"])
writer.writerows(
    (t, max(r["hours"] for r in rows if r["team"] == t)) for t in dict.fromkeys(r["team"] for r in rows)
)
Path("most.csv").write_text(out.getvalue())
print(Path("most.csv").read_text(), end="")

with open("hours.csv", "a") as file:
    file.write("Fay,red,2\n")
with open("hours.csv", "r+") as file:
    first = file.readline()
    file.seek(0)
    file.write(first.upper())
print(Path("hours.csv").read_text().splitlines()[0], len(Path("hours.csv").read_text().splitlines()))
