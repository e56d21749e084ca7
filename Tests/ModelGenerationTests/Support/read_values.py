"""Writes every value of a store as a line of JSON, read by nothing but Python's library.

Usage: read_values.py STORE MODEL, where MODEL is a JSON file with what the test knows of the entities.
"""

import base64
import json
import plistlib
import sqlite3
import struct
import sys
import uuid

# The blocks of columns, by the numbers of the attributes' types.
BLOCKS = {100: 0, 200: 0, 300: 0, 800: 0, 500: 1, 600: 1, 400: 1, 900: 1, 700: 2, 1200: 3, 1100: 4,
          1800: 5, 1000: 6}


def leaves(prop):
    """The attributes of a property that have columns, with their paths."""
    if prop["kind"] == "attribute":
        return [] if prop["transient"] else [([prop["name"]], prop)]
    if prop["kind"] == "composite":
        return [([prop["name"]] + path, leaf) for part in prop["parts"] for path, leaf in leaves(part)]
    return []


def single(value):
    """The number of the fewest digits that a variable of 32 bits takes for the same."""
    stored = struct.pack("f", value)
    return next(n for n in (float(f"{value:.{digits}g}") for digits in range(1, 18)) if struct.pack("f", n) == stored)


class Store:
    def __init__(self, path, entities):
        self.database = sqlite3.connect(path)
        self.entities = {entity["name"]: entity for entity in entities}
        self.numbers = dict(self.database.execute("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY"))
        # An entity that was renamed may go by its former name.
        unknown = [name for name in self.entities if name not in self.numbers]
        former = [name for name, number in self.numbers.items() if name not in self.entities and number < 16000]
        if len(unknown) == len(former) == 1:
            self.numbers[unknown[0]] = self.numbers[former[0]]
        self.tables = {row[0] for row in self.database.execute("SELECT name FROM sqlite_master")}
        self.columns = {}
        for name in self.entities:
            if self.root(name) == name:
                self.allocate(name)

    def root(self, name):
        while self.entities[name]["parent"]:
            name = self.entities[name]["parent"]
        return name

    def line(self, name):
        line = [name]
        while self.entities[line[0]]["parent"]:
            line.insert(0, self.entities[line[0]]["parent"])
        return line

    def allocate(self, root):
        """Numbers the columns whose names would be the same, in the order in which there are columns."""
        tree = [n for n in self.entities if self.root(n) == root]
        tree.sort(key=lambda name: self.numbers[name])
        wanted = []
        for rank, name in enumerate(tree):
            for prop in sorted(self.entities[name]["properties"], key=lambda p: p["name"]):
                if prop["kind"] == "relationship" and not prop["toMany"]:
                    wanted.append(((0, rank, 1, prop["name"], 0), name, [prop["name"]], prop["name"]))
                for place, (path, leaf) in enumerate(leaves(prop)):
                    key = (BLOCKS[leaf["type"]], rank, 0, prop["name"], place)
                    wanted.append((key, name, path, leaf["name"]))
        taken = set()
        for _, name, path, last in sorted(wanted, key=lambda item: item[0]):
            base = "Z" + last.upper()
            column, number = base, 0
            while column in taken:
                number += 1
                column = base + str(number)
            taken.add(column)
            self.columns[name, tuple(path)] = column

    def value(self, stored, leaf):
        kind = leaf["type"]
        if stored is None:
            return None
        if kind == 800:
            return bool(stored)
        if kind == 600:
            return single(stored)
        if kind in (500, 900):
            return float(stored)
        if kind == 1100:
            return str(uuid.UUID(bytes=stored)).upper()
        if kind == 1800 and leaf["json"]:
            objects = plistlib.loads(stored)["$objects"]
            return json.loads(next(o["NS.data"] for o in objects if isinstance(o, dict) and "NS.data" in o)
                              if not any(isinstance(o, bytes) for o in objects)
                              else next(o for o in objects if isinstance(o, bytes)))
        if kind == 1000 and leaf["json"]:
            return json.loads(stored)
        if kind in (1000, 1800):
            return base64.b64encode(stored).decode()
        return stored

    def part(self, row, owner, path, prop):
        """A value as the coding of its type writes it."""
        if prop["kind"] == "attribute":
            return self.value(row[self.columns[owner, tuple(path)]], prop)
        parts = {p["name"]: self.part(row, owner, path + [p["name"]], p) for p in prop["parts"]}
        if prop["form"] == "wrapper":
            return next(iter(parts.values()))
        if prop["form"] == "enumeration":
            for part in prop["parts"]:
                found = parts[part["name"]]
                if found is not None:
                    return {part["name"]: found if part["kind"] == "composite" else {}}
            # A case whose values are all nil leaves nothing.
            return None
        present = {name: value for name, value in parts.items() if value is not None}
        return present or None

    def members(self, name, key, prop):
        """The keys at the other end of a relationship of many."""
        other = prop["destination"]
        table = "Z" + self.root(other).upper()
        if prop.get("inverse") is None:
            query = f"SELECT Z_PK FROM {table} WHERE Z{self.numbers[name]}{prop['name'].upper()} = ?"
            return sorted(row[0] for row in self.database.execute(query, (key,)))
        inverse = self.entities[other]["byName"][prop["inverse"]]
        if not inverse["toMany"]:
            column = self.columns[other, (prop["inverse"],)]
            query = f"SELECT Z_PK FROM {table} WHERE {column} = ?"
            return sorted(row[0] for row in self.database.execute(query, (key,)))
        own, others = self.numbers[name], self.numbers[other]
        for table, mine, its in (
            (f"Z_{own}{prop['name'].upper()}", f"Z_{own}{inverse['name'].upper()}", f"Z_{others}{prop['name'].upper()}"),
            (f"Z_{others}{inverse['name'].upper()}", f"Z_{own}{inverse['name'].upper()}",
             f"Z_{others}{prop['name'].upper()}"),
        ):
            if table in self.tables:
                query = f"SELECT {its} FROM {table} WHERE {mine} = ?"
                return sorted(row[0] for row in self.database.execute(query, (key,)))
        raise SystemExit(f"no join table for {name}.{prop['name']}")

    def rows(self):
        self.database.row_factory = sqlite3.Row
        for name in sorted(self.entities):
            table = "Z" + self.root(name).upper()
            query = f"SELECT * FROM {table} WHERE Z_ENT = ? ORDER BY Z_PK"
            for row in self.database.execute(query, (self.numbers[name],)).fetchall():
                values = {}
                for owner in self.line(name):
                    for prop in self.entities[owner]["properties"]:
                        if prop["kind"] != "relationship":
                            if leaves(prop):
                                values[prop["name"]] = self.part(row, owner, [prop["name"]], prop)
                        elif prop["toMany"]:
                            values[prop["name"]] = self.members(name, row["Z_PK"], prop)
                        else:
                            values[prop["name"]] = row[self.columns[owner, (prop["name"],)]]
                yield {"entity": name, "key": row["Z_PK"], "values": values}


def main():
    with open(sys.argv[2]) as file:
        entities = json.load(file)
    for entity in entities:
        entity.setdefault("parent", None)
        entity["byName"] = {prop["name"]: prop for prop in entity["properties"]}
    for row in Store(sys.argv[1], entities).rows():
        print(json.dumps(row, sort_keys=True))


main()
