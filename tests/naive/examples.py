"""Worked examples as small tables: a line of examples, parted by slashes."""


def rows(table: str) -> list[list[str]]:
    """The examples of a table, each as its words."""
    return [example.split() for line in table.strip().splitlines() for example in line.split(" / ")]
