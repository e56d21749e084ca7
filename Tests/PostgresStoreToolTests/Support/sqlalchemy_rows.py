"""Prints what SQLAlchemy's models of a schema contain, as JSON: a list of tables and values. SQLAlchemy makes the
models of the tables (automap).

usage: sqlalchemy_rows.py PORT DATABASE SCHEMA
"""
import json, sys

from sqlalchemy import create_engine
from sqlalchemy.ext.automap import automap_base
from sqlalchemy.orm import Session

port, database, schema = sys.argv[1:]
engine = create_engine(
    f"postgresql+psycopg2://tester@127.0.0.1:{port}/{database}",
    connect_args={"options": f"-c search_path={schema}"})
Base = automap_base()


def name(base, local, referred, constraint):
    """A relationship is named after its target and the column of the foreign key."""
    return f"{referred.__name__} by {next(iter(constraint.columns)).name}"


Base.prepare(
    autoload_with=engine, name_for_scalar_relationship=name,
    name_for_collection_relationship=lambda *all: f"all {name(*all)}")
rows = []
with Session(engine) as session:
    for model in Base.classes:
        mapper = model.__mapper__
        for row in session.query(model):
            values = {column.key: str(getattr(row, column.key)) for column in mapper.column_attrs}
            for relationship in mapper.relationships:
                related = getattr(row, relationship.key)
                related = related if relationship.uselist else [related] if related is not None else []
                keys = [str(other.__mapper__.primary_key_from_instance(other)[0]) for other in related]
                values[relationship.key] = ",".join(sorted(keys))
            rows.append({"table": mapper.local_table.name, "values": values})
print(json.dumps(rows))
