#!/usr/bin/env python3
"""Does the work of the PostgreSQL benchmarks with another library, for the program postgresbenchmarks.

    postgres_peers.py sqlalchemy|asyncpg VALUES

Prints "ready". Then reads one line of JSON for each run: a row of the table and the address of a database. Answers with
a line of JSON: the CPU time of the process and the clock time in seconds, and the number of processed rows. The answer
is null for an unknown row of the table. Preparations are not measured, as on the other sides.
"""
import asyncio, datetime, json, random, sys, threading, time, uuid

VALUES = json.load(open(sys.argv[2]))
PAGE = VALUES["pageSize"]


def date(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)


BOOKMARKS = [
    (uuid.UUID(b["id"]), date(b["createdAt"]), b["url"], b["title"], b["status"], date(b["statusChangedAt"]), b["visits"],
     b["score"])
    for b in VALUES["bookmarks"]]
QUERIES, COUNTS = ([(q["status"], date(q["start"])) for q in VALUES[name]] for name in ("queries", "counts"))
ORDER = VALUES["order"]
HALF = len(BOOKMARKS) // 2
# As in CounterWorkload and StreamWorkload.
THREADS, ADDITIONS = 4, 250
BATCH = 5000
REFERENCE = datetime.datetime(2001, 1, 1, tzinfo=datetime.timezone.utc).timestamp()


def trips():
    """Decodes the trips: their names, starts and items."""
    return [
        (trip["name"], date(trip["start"] + REFERENCE), [(i["title"], i["isPacked"], i["weight"]) for i in trip["items"]])
        for trip in json.loads(VALUES["trips"])]


def pause(attempts):
    """The seconds to wait after a conflict, as in the baseline."""
    return random.random() * min(0.001 * 2 ** attempts, 0.256)


class Stopwatch:
    """Measures the CPU time and the clock time of a row of the table."""

    def __enter__(self):
        self.begin = time.process_time(), time.monotonic()

    def __exit__(self, *_):
        self.seconds, self.wall = time.process_time() - self.begin[0], time.monotonic() - self.begin[1]

    def result(self, rows):
        return {"seconds": self.seconds, "wallSeconds": self.wall, "rows": rows}


def sqlalchemy_rows():
    from sqlalchemy import BigInteger, ForeignKey, create_engine, delete, func, select
    from sqlalchemy.dialects.postgresql import insert as upsert_of
    from sqlalchemy.exc import OperationalError
    from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, selectinload

    class Base(DeclarativeBase):
        row_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)

    class Bookmark(Base):
        __tablename__ = "bookmark"
        row_entity: Mapped[int] = mapped_column(default=1, deferred=True)
        # Counts the changes of a row, like the library and the baseline.
        row_version: Mapped[int] = mapped_column(BigInteger)
        id: Mapped[uuid.UUID]
        created_at: Mapped[datetime.datetime]
        url: Mapped[str]
        title: Mapped[str]
        status_raw_value: Mapped[str]
        status_changed_at: Mapped[datetime.datetime]
        visits: Mapped[int] = mapped_column(BigInteger)
        score: Mapped[float]
        __mapper_args__ = {"version_id_col": row_version}

        def touch(self):
            return (self.id, self.created_at, self.url, self.title, self.status_raw_value, self.status_changed_at,
                    self.visits, self.score)

    class Item(Base):
        __tablename__ = "item"
        row_entity: Mapped[int] = mapped_column(default=2, deferred=True)
        row_version: Mapped[int] = mapped_column(BigInteger, default=1, deferred=True)
        title: Mapped[str]
        is_packed: Mapped[bool]
        weight: Mapped[float]
        trip_id: Mapped[int] = mapped_column(ForeignKey("trip.row_id"))
        trip: Mapped["Trip"] = relationship(back_populates="items")

    class Trip(Base):
        __tablename__ = "trip"
        row_entity: Mapped[int] = mapped_column(default=1, deferred=True)
        row_version: Mapped[int] = mapped_column(BigInteger, default=1, deferred=True)
        name: Mapped[str]
        start: Mapped[datetime.datetime]
        items: Mapped[list[Item]] = relationship(Item, back_populates="trip")

    names = ("id", "created_at", "url", "title", "status_raw_value", "status_changed_at", "visits", "score")

    def touched(bookmarks):
        count = 0
        for bookmark in bookmarks:
            bookmark.touch()
            count += 1
        return count

    def insert(session, watch):
        with watch:
            session.add_all([Bookmark(**dict(zip(names, values))) for values in BOOKMARKS])
            session.commit()
        return len(BOOKMARKS)

    def upsert(session, watch):
        with watch:
            statement = upsert_of(Bookmark)
            new = {name: statement.excluded[name] for name in names[1:]}
            new["row_version"] = Bookmark.row_version + 1
            session.execute(
                statement.on_conflict_do_update(index_elements=["id"], set_=new),
                [dict(zip(names, values), row_entity=1, row_version=1) for values in BOOKMARKS])
            session.commit()
        return len(BOOKMARKS)

    def import_trips(session, watch):
        with watch:
            made = [
                Trip(name=name, start=start, items=[Item(title=t, is_packed=p, weight=w) for t, p, w in items])
                for name, start, items in trips()]
            session.add_all(made)
            session.commit()
        return len(made) + sum(len(trip.items) for trip in made)

    def add(session, watch):
        engine = session.get_bind().execution_options(isolation_level="SERIALIZABLE")

        def additions():
            with Session(engine) as own:
                for _ in range(ADDITIONS):
                    attempts = 0
                    while True:
                        try:
                            own.scalars(select(Bookmark).where(Bookmark.id == BOOKMARKS[0][0])).one().visits += 1
                            own.commit()
                            break
                        except OperationalError as error:
                            if error.orig.sqlstate not in ("40001", "40P01"):
                                raise
                            own.rollback()
                            attempts += 1
                            time.sleep(pause(attempts))

        def visits():
            with Session(engine) as own:
                return own.scalar(select(Bookmark.visits).where(Bookmark.id == BOOKMARKS[0][0]))

        before = visits()
        with watch:
            threads = [threading.Thread(target=additions) for _ in range(THREADS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        return visits() - before

    def stream(session, watch):
        with watch:
            return touched(session.scalars(select(Bookmark).execution_options(yield_per=BATCH)))

    def fetch_all(session, watch):
        with watch:
            return touched(session.scalars(select(Bookmark)).all())

    def pages(session, watch):
        count = 0
        with watch:
            for status, start in QUERIES:
                count += touched(session.scalars(
                    select(Bookmark).where(Bookmark.status_raw_value == status, Bookmark.created_at >= start)
                    .order_by(Bookmark.created_at.nulls_first()).limit(PAGE)).all())
        return count

    def find_by_id(session, watch):
        count = 0
        with watch:
            for index in ORDER:
                count += touched(session.scalars(select(Bookmark).where(Bookmark.id == BOOKMARKS[index][0])).all())
        return count

    def find_by_key(session, watch):
        keys = session.scalars(select(Bookmark.row_id).order_by(Bookmark.visits)).all()
        with watch:
            return touched(session.get(Bookmark, keys[index]) for index in ORDER)

    def first_half(session):
        return session.scalars(select(Bookmark).where(Bookmark.visits < HALF)).all()

    def update(session, watch):
        bookmarks = first_half(session)
        with watch:
            for bookmark in bookmarks:
                bookmark.visits += 1
            session.commit()
        return len(bookmarks)

    def delete_models(session, watch):
        bookmarks = first_half(session)
        with watch:
            for bookmark in bookmarks:
                session.delete(bookmark)
            session.commit()
        return len(bookmarks)

    def delete_where(session, watch):
        with watch:
            deleted = session.execute(delete(Bookmark).where(Bookmark.visits < HALF)).rowcount
            session.commit()
        return len(BOOKMARKS) - deleted

    def count(session, watch):
        total = 0
        with watch:
            for status, start in COUNTS:
                total += session.scalar(
                    select(func.count()).select_from(Bookmark)
                    .where(Bookmark.status_raw_value == status, Bookmark.created_at >= start))
        return total

    def walk(session, watch, *options):
        count = 0
        with watch:
            for trip in session.scalars(select(Trip).options(*options)).all():
                (trip.name, trip.start)
                for item in trip.items:
                    (item.title, item.is_packed, item.weight)
                    count += 1
                count += 1
        return count

    rows = {
        "a": insert, "b": fetch_all, "c": pages, "d": find_by_id, "d2": find_by_key, "e": update, "f": delete_models,
        "f2": delete_where, "g": count, "h1": walk, "h2": lambda session, watch: walk(session, watch, selectinload(Trip.items)),
        "i": upsert, "j": import_trips, "k": add, "l": stream,
    }

    def run(row, address):
        watch = Stopwatch()
        engine = create_engine(address.replace("postgres://", "postgresql+psycopg://"))
        try:
            with Session(engine, expire_on_commit=False) as session:
                # Connects before the measurement begins.
                session.connection()
                return watch.result(rows[row](session, watch))
        finally:
            engine.dispose()

    return rows, run


def asyncpg_rows():
    import asyncpg

    columns = "id, created_at, url, title, status_raw_value, status_changed_at, visits, score"
    bookmark = f"SELECT row_id, {columns} FROM bookmark"
    trip, item = "SELECT row_id, name, start FROM trip", "SELECT row_id, title, is_packed, weight, trip_id FROM item"

    def touched(records):
        for record in records:
            for _ in record:
                pass
        return len(records)

    async def insert(connection, watch):
        with watch:
            async with connection.transaction():
                await connection.executemany(
                    f"INSERT INTO bookmark (row_entity, {columns}) VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8)", BOOKMARKS)
        return len(BOOKMARKS)

    async def upsert(connection, watch):
        new = ", ".join(f"{name} = excluded.{name}" for name in columns.split(", ")[1:])
        with watch:
            async with connection.transaction():
                await connection.executemany(
                    f"INSERT INTO bookmark (row_entity, {columns}) VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8) "
                    f"ON CONFLICT (id) DO UPDATE SET row_version = bookmark.row_version + 1, {new}", BOOKMARKS)
        return len(BOOKMARKS)

    async def import_trips(connection, watch):
        with watch:
            values = trips()
            async with connection.transaction():
                keys = await connection.fetch(
                    "INSERT INTO trip (row_entity, row_version, name, start) "
                    "SELECT 1, 1, n, s FROM unnest($1::text[], $2::timestamptz[]) AS new (n, s) RETURNING row_id",
                    [trip[0] for trip in values], [trip[1] for trip in values])
                items = [(*item, key[0]) for key, trip in zip(keys, values) for item in trip[2]]
                await connection.executemany(
                    "INSERT INTO item (row_entity, row_version, title, is_packed, weight, trip_id) "
                    "VALUES (2, 1, $1, $2, $3, $4)", items)
        return len(values) + len(items)

    async def add(connection, watch, address):
        async def additions(own):
            for _ in range(ADDITIONS):
                attempts = 0
                while True:
                    try:
                        async with own.transaction(isolation="serializable"):
                            key, visits = await own.fetchrow(
                                "SELECT row_id, visits FROM bookmark WHERE id = $1", BOOKMARKS[0][0])
                            await own.execute(
                                "UPDATE bookmark SET row_version = row_version + 1, visits = $1 WHERE row_id = $2",
                                visits + 1, key)
                        break
                    except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError):
                        attempts += 1
                        await asyncio.sleep(pause(attempts))

        async def visits():
            return await connection.fetchval("SELECT visits FROM bookmark WHERE id = $1", BOOKMARKS[0][0])

        others = [await asyncpg.connect(address) for _ in range(THREADS)]
        before = await visits()
        with watch:
            await asyncio.gather(*(additions(own) for own in others))
        for own in others:
            await own.close()
        return await visits() - before

    async def stream(connection, watch):
        count = 0
        with watch:
            async with connection.transaction():
                async for record in connection.cursor(bookmark, prefetch=BATCH):
                    count += touched([record])
        return count

    async def fetch_all(connection, watch):
        with watch:
            return touched(await connection.fetch(bookmark))

    async def pages(connection, watch):
        count = 0
        with watch:
            statement = await connection.prepare(
                f"{bookmark} WHERE status_raw_value = $1 AND created_at >= $2 ORDER BY created_at NULLS FIRST LIMIT $3")
            for status, start in QUERIES:
                count += touched(await statement.fetch(status, start, PAGE))
        return count

    async def find(connection, watch, text, values):
        count = 0
        with watch:
            statement = await connection.prepare(f"{bookmark} WHERE {text} = $1")
            for value in values:
                count += touched([await statement.fetchrow(value)])
        return count

    async def find_by_id(connection, watch):
        return await find(connection, watch, "id", [BOOKMARKS[index][0] for index in ORDER])

    async def find_by_key(connection, watch):
        keys = [record[0] for record in await connection.fetch("SELECT row_id FROM bookmark ORDER BY visits")]
        return await find(connection, watch, "row_id", [keys[index] for index in ORDER])

    async def first_half(connection):
        return await connection.fetch("SELECT row_id, visits FROM bookmark WHERE visits < $1", HALF)

    async def update(connection, watch):
        changes = [(visits + 1, key) for key, visits in await first_half(connection)]
        with watch:
            async with connection.transaction():
                await connection.executemany(
                    "UPDATE bookmark SET row_version = row_version + 1, visits = $1 WHERE row_id = $2", changes)
        return len(changes)

    async def delete_rows(connection, watch):
        keys = [(key,) for key, _ in await first_half(connection)]
        with watch:
            async with connection.transaction():
                await connection.executemany("DELETE FROM bookmark WHERE row_id = $1", keys)
        return len(keys)

    async def delete_where(connection, watch):
        with watch:
            tag = await connection.execute("DELETE FROM bookmark WHERE visits < $1", HALF)
        return len(BOOKMARKS) - int(tag.split()[-1])

    async def count(connection, watch):
        total = 0
        with watch:
            statement = await connection.prepare(
                "SELECT count(*) FROM bookmark WHERE status_raw_value = $1 AND created_at >= $2")
            for status, start in COUNTS:
                total += await statement.fetchval(status, start)
        return total

    async def walk_lazily(connection, watch):
        with watch:
            items = await connection.prepare(f"{item} WHERE trip_id = $1")
            trips = await connection.fetch(trip)
            count = touched(trips)
            for record in trips:
                count += touched(await items.fetch(record[0]))
        return count

    async def walk_prefetched(connection, watch):
        with watch:
            return touched(await connection.fetch(trip)) + touched(await connection.fetch(f"{item} ORDER BY trip_id, row_id"))

    rows = {
        "a": insert, "b": fetch_all, "c": pages, "d": find_by_id, "d2": find_by_key, "e": update, "f": delete_rows,
        "f2": delete_where, "g": count, "h1": walk_lazily, "h2": walk_prefetched, "i": upsert, "j": import_trips,
        "l": stream,
    }

    async def run_row(row, address):
        watch = Stopwatch()
        connection = await asyncpg.connect(address)
        try:
            if row == "k":
                return watch.result(await add(connection, watch, address))
            return watch.result(await rows[row](connection, watch))
        finally:
            await connection.close()

    rows["k"] = add
    return rows, lambda row, address: asyncio.run(run_row(row, address))


def main():
    rows, run = {"sqlalchemy": sqlalchemy_rows, "asyncpg": asyncpg_rows}[sys.argv[1]]()
    print("ready", flush=True)
    for line in sys.stdin:
        task = json.loads(line)
        result = run(task["row"], task["address"]) if task["row"] in rows else None
        print(json.dumps(result), flush=True)


main()
