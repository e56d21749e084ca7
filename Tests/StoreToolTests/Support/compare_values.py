"""Compares what the tool tells of a store with what Python's library reads from it.

Usage: compare_values.py STORE FOLDER, where FOLDER has what the tool told: query/ENTITY.json, get/ENTITY-KEY.json,
jsonl/ and csv/ as exported. Prints JSON: how many values were compared, and what differs.

Nothing here is shared with the library: the model comes from the keyed archive in the store by way of plistlib,
columns are numbered by Core Data's rules, and where there is no archive the columns themselves tell.
"""

import base64
import csv
import datetime
import decimal
import json
import math
import os
import plistlib
import sqlite3
import sys
import uuid
import zlib

csv.field_size_limit(1 << 30)

BOOLEAN, DATE, STRING, BINARY, UUID, URI, TRANSFORMABLE, DECIMAL = 800, 900, 700, 1000, 1100, 1200, 1800, 400
INTEGERS, REALS, KEY = (100, 200, 300), (500, 600), "key"
# The blocks in which columns stand in a table, by the numbers of types.
BLOCKS = {100: 0, 200: 0, 300: 0, 800: 0, 500: 3, 600: 3, 400: 3, 900: 3, 700: 4, 1200: 5, 1100: 6, 1800: 7,
          1000: 8}


class Archive:
    """The objects of a keyed archive."""

    def __init__(self, data):
        self.objects = plistlib.loads(data)["$objects"]
        self.root = next(o for o in self.objects if self.kind(o) == "NSManagedObjectModel")

    def at(self, value):
        return self.objects[value.data] if isinstance(value, plistlib.UID) else value

    def kind(self, value):
        if not isinstance(value, dict) or "$class" not in value:
            return None
        return self.at(value["$class"])["$classname"]

    def text(self, value):
        value = self.at(value)
        if isinstance(value, dict):
            value = value.get("NS.string")
        return None if value == "$null" else value

    def items(self, value):
        value = self.at(value)
        return [self.at(item) for item in value.get("NS.objects", [])] if isinstance(value, dict) else []

    def pairs(self, value):
        value = self.at(value)
        if self.kind(value) in ("NSKnownKeysDictionary1", "NSKnownKeysDictionary2"):
            keys, values = self.items(self.at(value["searchMapping"])["keys"]), self.items(value["values"])
        else:
            keys, values = [self.at(key) for key in value["NS.keys"]], self.items(value)
        return [(self.text(key), item) for key, item in zip(keys, values)]


class Model:
    """The entities: their parents, and their own properties by name."""

    def __init__(self, archive):
        self.parents, self.properties = {}, {}
        for name, entity in archive.pairs(archive.root["NSEntities"]):
            parent = archive.at(entity.get("NSSuperentity"))
            self.parents[name] = archive.text(parent["NSEntityName"]) if isinstance(parent, dict) else None
            self.properties[name] = {}
            for label, prop in archive.pairs(entity["NSProperties"]):
                read = self.property(archive, prop, entity)
                if read:
                    self.properties[name][label] = read
        # Some versions of Core Data repeat what is inherited.
        for name in sorted(self.parents, key=lambda name: -len(self.line(name))):
            for above in self.line(name)[:-1]:
                for label in self.properties[above]:
                    self.properties[name].pop(label, None)

    def property(self, archive, prop, entity):
        kind = archive.kind(prop)
        # What is inherited stands there as a proxy.
        if kind == "_NSPropertyDescriptionProxy":
            return None
        if prop.get("NSIsTransient") or kind in ("NSFetchedPropertyDescription", "NSExpressionDescription"):
            return None
        if kind == "NSRelationshipDescription":
            def name(own, other, key):
                value = archive.text(prop.get(own))
                target = archive.at(prop.get(other))
                return value or (archive.text(target.get(key)) if isinstance(target, dict) else None)
            return {"kind": "relationship", "toMany": prop.get("NSMaxCount", 0) != 1,
                    "ordered": bool(prop.get("NSIsOrdered", False)),
                    "destination": name("_NSDestinationEntityName", "NSDestinationEntity", "NSEntityName"),
                    "inverse": name("_NSInverseRelationshipName", "NSInverseRelationship", "NSPropertyName")}
        if kind == "NSCompositeAttributeDescription":
            parts = [(archive.text(part["NSPropertyName"]), self.property(archive, part, None))
                     for part in archive.items(prop["NSCompositeElements"])]
            return {"kind": "composite", "parts": [part for part in parts if part[1]]}
        return {"kind": "attribute", "type": prop.get("NSAttributeType", 0),
                "external": bool(prop.get("NSFlagsKey", 0) & 4)}

    def line(self, name):
        line = [name]
        while self.parents[line[0]]:
            line.insert(0, self.parents[line[0]])
        return line

    def all(self, name):
        """The properties with those of the entities above: (name, property, the entity that has it)."""
        return [(label, prop, owner) for owner in self.line(name) for label, prop in self.properties[owner].items()]


def leaves(path, prop):
    if prop["kind"] == "attribute":
        return [(path, prop)]
    return [leaf for name, part in prop["parts"] for leaf in leaves(path + (name,), part)]


class Column:
    def __init__(self, table, name, kind, external=False):
        self.table, self.name, self.kind, self.external = table, name, kind, external


class Store:
    """The rows of a store, by entities and the names of their columns."""

    def __init__(self, path):
        self.path = path
        self.database = sqlite3.connect(path)
        self.database.text_factory = lambda data: data.decode("utf-8", "replace")
        self.names = {row[0].upper(): row[0] for row in
                      self.run("SELECT name FROM sqlite_master WHERE type = 'table'")}
        self.numbers = {name: number for name, number in
                        self.run("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")}
        self.parents = {}
        for name, parent in self.run("SELECT Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000"):
            self.parents[name] = next((n for n, number in self.numbers.items() if number == parent and parent), None)
        self.model = None
        if "Z_MODELCACHE" in self.names:
            rows = self.run("SELECT Z_CONTENT FROM Z_MODELCACHE")
            if rows and rows[0][0]:
                self.model = Model(Archive(zlib.decompress(rows[0][0], -15)))
        self.columns = {name: {} for name in self.numbers}
        self.members = {name: {} for name in self.numbers}
        for root in [name for name in self.numbers if not self.parents[name]]:
            if "Z" + root.upper() in self.names:
                if self.model:
                    self.allocate(root)
                else:
                    self.derive(root)
        if self.model:
            self.find_members()

    def run(self, text, values=()):
        return self.database.execute(text, values).fetchall()

    def root(self, name):
        while self.parents[name]:
            name = self.parents[name]
        return name

    def tree(self, name):
        """The entity and those below it."""
        below = [n for n in self.numbers if self.parents[n] == name]
        return [name] + [entity for child in below for entity in self.tree(child)]

    def table(self, name):
        return self.names["Z" + self.root(name).upper()]

    def existing(self, table):
        return {row[1].upper() for row in self.run('PRAGMA table_info("%s")' % table)}

    def allocate(self, root):
        """Numbers columns whose names would be the same, in the order of the columns."""
        wanted = []
        tree = sorted(self.tree(root), key=lambda name: self.numbers[name])
        for rank, name in enumerate(tree):
            for label, prop in self.model.properties[name].items():
                if prop["kind"] == "relationship":
                    if not prop["toMany"]:
                        wanted.append(((0, rank, 1, label, 0), name, (label,), label, KEY, False))
                    continue
                for place, (path, leaf) in enumerate(leaves((label,), prop)):
                    key = (BLOCKS[leaf["type"]], rank, 0, label, place)
                    wanted.append((key, name, path, path[-1], leaf["type"], leaf["external"]))
        taken, table = set(), self.table(root)
        existing = self.existing(table)
        for _, name, path, last, kind, external in sorted(wanted, key=lambda item: item[0]):
            base = "Z" + last.upper()
            column, number = base, 0
            while column in taken:
                number += 1
                column = base + str(number)
            taken.add(column)
            assert column in existing, (table, column)
            for entity in self.tree(name):
                self.columns[entity][".".join(path)] = Column(table, column, kind, external)

    def derive(self, root):
        """What the columns tell by themselves."""
        table = self.table(root)
        columns = self.run('PRAGMA table_info("%s")' % table)
        indexes = {row[0].upper() for row in self.run("SELECT name FROM sqlite_master WHERE type = 'index'")}
        names = {column[1].upper() for column in columns}
        for column in columns:
            name, declared = column[1], column[2].upper()
            rest = name.upper()[1:]
            if not name.upper().startswith("Z") or rest[:1] == "_" or rest[:1].isdigit():
                continue
            kind, external = self.guess(table, name, declared)
            isKey = ("%s_%s_INDEX" % (table, name)).upper() in indexes or "Z_FOK_" + rest in names or any(
                other[1:].lstrip("0123456789") == "_" + rest and other[1].isdigit() for other in names)
            if declared == "INTEGER" and isKey:
                kind = KEY
            for entity in self.tree(root):
                self.columns[entity][rest.lower()] = Column(table, name, kind, external)

    def guess(self, table, name, declared):
        if declared != "BLOB":
            return {"INTEGER": 300, "FLOAT": 500, "TIMESTAMP": DATE, "VARCHAR": STRING,
                    "DECIMAL": DECIMAL}[declared], False
        found = [row[0] for row in self.run('SELECT "%s" FROM "%s" WHERE "%s" IS NOT NULL' % (name, table, name))]
        if found and all(isinstance(value, bytes) and len(value) == 16 for value in found):
            return UUID, False
        marked = found and all(
            isinstance(value, bytes) and value and (value[0] == 1 or value[0] == 2 and len(value) == 38)
            for value in found)
        return BINARY, bool(marked)

    # Members of to-many relationships, as queries of (owner, member).

    def find_members(self):
        for name in self.numbers:
            for label, prop, owner in self.model.all(name):
                if prop["kind"] == "relationship" and prop["toMany"] and self.columns[name] is not None:
                    query = self.member_query(label, prop, owner)
                    if query:
                        self.members[name][label] = (query, prop["ordered"])

    def member_query(self, label, prop, owner):
        other = prop["destination"]
        if "Z" + self.root(other).upper() not in self.names:
            return None
        table, inverse = self.table(other), prop["inverse"]
        if not inverse:
            column = "Z%d%s" % (self.numbers[owner], label.upper())
            return 'SELECT "%s", Z_PK FROM "%s" ORDER BY Z_PK' % (column, table)
        found = next((p, o) for l, p, o in self.model.all(other) if l == inverse)
        if not found[0]["toMany"]:
            column = self.columns[other][inverse].name
            order = "Z_FOK_" + column[1:] if prop["ordered"] else "Z_PK"
            return 'SELECT "%s", Z_PK FROM "%s" ORDER BY "%s", Z_PK' % (column, table, order)
        return self.join_query(label, prop, owner, found[1])

    def join_query(self, label, prop, owner, other):
        """The table of a relationship with many on both sides, whichever side its name comes from."""
        sides = [(self.numbers[owner], label, prop["inverse"]), (self.numbers[other], prop["inverse"], label)]
        for number, mine, theirs in sides:
            table = self.names.get("Z_%d%s" % (number, mine.upper()))
            if not table:
                continue
            columns = [row[1] for row in self.run('PRAGMA table_info("%s")' % table)]
            keys = [column for column in columns if not column.upper().startswith("Z_FOK_")]
            if label == prop["inverse"] and owner == other:
                one, two = keys
                return ('SELECT "%s", "%s" FROM "%s" UNION SELECT "%s", "%s" FROM "%s" ORDER BY 1, 2'
                        % (one, two, table, two, one, table))
            # A column is named after the relationship whose members it has.
            member = [c for c in keys if c.upper() in (
                "Z_%d%s" % (n, label.upper()) for n in self.numbers.values()) or c.upper() == "Z_%d%s1" % (
                self.numbers[other], label.upper())]
            if len(member) != 1:
                continue
            source = next(c for c in keys if c != member[0])
            order = next((c for c in columns if c.upper() == "Z_FOK_" + member[0].upper()[2:]), member[0])
            return 'SELECT "%s", "%s" FROM "%s" ORDER BY "%s", 2' % (source, member[0], table, order)
        return None

    def rows(self, name):
        """(key, entity, values by the names of columns), with the rows of the entities below."""
        if "Z" + self.root(name).upper() not in self.names:
            return
        numbers = {self.numbers[entity]: entity for entity in self.tree(name)}
        columns = self.columns[name]
        list_ = "".join(', "%s"' % column.name for column in columns.values())
        for row in self.run('SELECT Z_PK, Z_ENT%s FROM "%s" ORDER BY Z_PK' % (list_, self.table(name))):
            if row[1] in numbers:
                yield row[0], numbers[row[1]], dict(zip(columns, zip(row[2:], columns.values())))

    def external(self, name):
        stem = os.path.splitext(os.path.basename(self.path))[0]
        path = os.path.join(os.path.dirname(self.path), ".%s_SUPPORT" % stem, "_EXTERNAL_DATA", name)
        return open(path, "rb").read() if os.path.exists(path) else None

    def bytes(self, stored, column, files):
        """What a column of bytes stands for; None for a file that is not there or not asked for."""
        if not column.external or not isinstance(stored, bytes) or not stored:
            return stored
        if stored[0] == 1:
            return stored[1:]
        return self.external(stored[1:37].decode()) if files else None


def seconds(text):
    """The seconds since 2001 of a date as the tool writes it."""
    try:
        return float(text)
    except ValueError:
        pass
    whole, _, fraction = text.rstrip("Z").partition(".")
    moment = datetime.datetime.strptime(whole.zfill(19), "%Y-%m-%dT%H:%M:%S")
    distance = moment - datetime.datetime(2001, 1, 1)
    return distance.days * 86400 + distance.seconds + float("0." + (fraction or "0"))


class Comparison:
    def __init__(self, store, folder):
        self.store, self.folder = store, folder
        self.values, self.rows, self.differences = 0, 0, []

    def differ(self, place, told, read):
        self.differences.append("%s: told %r, read %r" % (place, str(told)[:100], str(read)[:100]))

    def is_same(self, told, stored, column, files, form):
        """Whether what was told is what a column stands for."""
        kind = column.kind
        if kind == KEY:
            return told == (stored if stored and stored > 0 else None)
        if kind in (BINARY, TRANSFORMABLE) or kind == UUID and not isinstance(stored, str):
            stored = self.store.bytes(stored, column, files)
        if stored is None or told is None:
            return told is None and stored is None
        if kind == BOOLEAN:
            return told is (stored != 0)
        if kind in INTEGERS:
            return type(told) is int and told == stored
        if kind in REALS:
            if isinstance(stored, bytes):
                return told == "nan"
            return (math.inf if told == "inf" else -math.inf if told == "-inf" else told) == stored
        if kind == DECIMAL:
            return decimal.Decimal(told) == decimal.Decimal(repr(stored) if isinstance(stored, float) else stored)
        if kind == DATE:
            return seconds(told) == stored
        if kind == UUID:
            return told == str(uuid.UUID(bytes=stored)).upper()
        if kind in (BINARY, TRANSFORMABLE):
            return self.content(told, form) == stored
        return told == stored

    def content(self, told, form):
        if isinstance(told, dict) or form == "csv" and told.startswith("file:"):
            path = told["$file"] if isinstance(told, dict) else told[len("file:"):]
            with open(os.path.join(self.folder, form, path), "rb") as file:
                return file.read()
        return base64.b64decode(told, validate=True)

    def compare(self, place, told, values, files, form):
        for name, (stored, column) in values.items():
            if column.kind == KEY and name not in told and form != "jsonl":
                self.differ("%s.%s" % (place, name), "nothing", stored)
                continue
            self.values += 1
            if not self.is_same(told.get(name), stored, column, files, form):
                self.differ("%s.%s" % (place, name), told.get(name), stored)

    def compare_members(self, place, told, key, entity):
        for label, (pairs, ordered) in self.pairs[entity].items():
            self.values += 1
            read = pairs.get(key, [])
            if told.get(label, "nothing") != (read if ordered else sorted(read)):
                self.differ("%s.%s" % (place, label), told.get(label, "nothing"), read)

    def places(self, title):
        """What OpenSwiftData has written down of the order of members."""
        if "OPENSWIFTDATA_ORDER" not in self.store.names:
            return {}
        found = self.store.run(
            "SELECT OWNER, MEMBER, POSITION FROM OPENSWIFTDATA_ORDER WHERE RELATIONSHIP = ?", (title,))
        return {(owner, member): place for owner, member, place in found}

    def keys(self, name, label):
        """The keys of the rows that a relationship may lead to."""
        prop = next(prop for known, prop, _ in self.store.model.all(name) if known == label)
        destination = prop["destination"]
        if destination not in self.known:
            self.known[destination] = {row[0] for row in self.store.rows(destination)}
        return self.known[destination]

    def run(self):
        self.pairs, self.known = {}, {}
        for name, members in self.store.members.items():
            self.pairs[name] = {}
            for label, (query, ordered) in members.items():
                pairs = {}
                owner = next(owner for known, _, owner in self.store.model.all(name) if known == label)
                places = self.places(owner + "." + label)
                for owner, member in self.store.run(query):
                    # A pair may be left over from a row that is gone.
                    if member in self.keys(name, label):
                        pairs.setdefault(owner, []).append(member)
                if places:
                    for owner, keys in pairs.items():
                        keys.sort(key=lambda key: (places.get((owner, key), math.inf), key))
                self.pairs[name][label] = (pairs, ordered or bool(places))
        for name in self.store.numbers:
            if "Z" + self.store.root(name).upper() in self.store.names:
                self.entity(name)

    def entity(self, name):
        rows = list(self.store.rows(name))
        self.rows += len(rows)
        with open(os.path.join(self.folder, "query", name + ".json")) as file:
            told = json.load(file)
        self.same_rows("query", name, told, rows)
        for row, (key, _, values) in zip(told, rows):
            self.compare("query %s %d" % (name, key), row, values, False, "json")
        own = [row for row in rows if row[1] == name]
        with open(os.path.join(self.folder, "jsonl", name + ".jsonl")) as file:
            told = [json.loads(line) for line in file]
        self.same_rows("jsonl", name, told, own)
        for row, (key, _, values) in zip(told, own):
            place = "jsonl %s %d" % (name, key)
            self.compare(place, row, values, True, "jsonl")
            self.compare_members(place, row, key, name)
        self.csv(name, own)
        for key, _, values in own:
            path = os.path.join(self.folder, "get", "%s-%d.json" % (name, key))
            if os.path.exists(path):
                self.get(path, name, key, values)

    def same_rows(self, form, name, told, rows):
        self.values += len(rows)
        if [row["@key"] for row in told] != [row[0] for row in rows]:
            self.differ("%s %s" % (form, name), "%d rows" % len(told), "%d rows" % len(rows))

    def csv(self, name, own):
        with open(os.path.join(self.folder, "csv", name + ".csv"), newline="") as file:
            lines = list(csv.reader(file))
        # Texts without quotation marks are told apart from none by nothing that Python's reader keeps.
        header = lines[0]
        told = [dict(zip(header, line)) for line in lines[1:]]
        if [row["@key"] for row in told] != [str(row[0]) for row in own]:
            self.differ("csv " + name, "%d rows" % len(told), "%d rows" % len(own))
        for row, (key, _, values) in zip(told, own):
            place = "csv %s %d" % (name, key)
            fields = {label: self.field(row[label], column.kind, stored) for label, (stored, column) in
                      values.items() if label in row}
            self.compare(place, fields, values, True, "csv")
            members = {label: [int(word) for word in row[label].split()] for label in self.pairs[name] if label in row}
            self.compare_members(place, members, key, name)

    def field(self, text, kind, stored):
        if text == "" and not (isinstance(stored, (str, bytes)) and len(stored) <= 1):
            return None
        if kind == KEY or kind in INTEGERS:
            return int(text)
        if kind == BOOLEAN:
            return {"true": True, "false": False}[text]
        if kind in REALS:
            return text if text in ("nan", "inf", "-inf") else float(text)
        return text

    def get(self, path, name, key, values):
        with open(path) as file:
            told = json.load(file)
        flat = {}

        def flatten(label, value):
            flat[label] = value
            if isinstance(value, dict):
                for part, inner in value.items():
                    flatten(label + "." + part, inner)

        for label, value in told.items():
            flatten(label, value)
        for label in values:
            flat.setdefault(label, None)
        place = "get %s %d" % (name, key)
        if told["@entity"] != name or told["@key"] != key:
            self.differ(place, told, key)
        self.compare(place, flat, values, False, "json")
        self.compare_members(place, told, key, name)


def main():
    comparison = Comparison(Store(sys.argv[1]), sys.argv[2])
    comparison.run()
    print(json.dumps({"rows": comparison.rows, "values": comparison.values,
                      "count": len(comparison.differences), "differences": comparison.differences[:40]}))


main()
