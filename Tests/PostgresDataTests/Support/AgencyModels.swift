import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting

/// Models of tables that another program created.
enum Agency {
  enum Status: String, Codable { case planned, booked, over }

  struct Position: Codable, Hashable {
    var latitude: Double
    var longitude: Double
  }

  @Model final class Trip {
    var name: String
    @Attribute(.unique) var code: String?
    var start: Date
    var price: Decimal
    var seats: Int
    var status: Status
    var position: Position?
    var isPublic: Bool
    var token: UUID?
    @Relationship(deleteRule: .cascade, inverse: \Stay.trip) var stays: [Stay] = []
    @Relationship(inverse: \Guide.trips) var guides: [Guide] = []

    init(name: String, code: String? = nil, seats: Int = 1) {
      (self.name, self.code, self.seats) = (name, code, seats)
      (start, price, status) = (Date(timeIntervalSince1970: 1_700_000_000), 10.5, .planned)
      isPublic = false
    }
  }

  @Model final class Stay {
    var hotel: String
    var nights: Int
    var trip: Trip?
    init(hotel: String, nights: Int) { (self.hotel, self.nights) = (hotel, nights) }
  }

  @Model final class Guide {
    var name: String
    var trips: [Trip] = []
    init(name: String) { self.name = name }
  }

  static let models: [any PersistentModel.Type] = [Trip.self, Stay.self, Guide.self]

  static let tables = """
    CREATE TYPE trip_status AS ENUM ('planned', 'booked', 'over');
    CREATE TABLE trips_v2 (trip_no serial PRIMARY KEY, title varchar(40) NOT NULL, code text UNIQUE,
      start_at timestamp NOT NULL, price numeric(10,2) NOT NULL, seats integer NOT NULL DEFAULT 1,
      status trip_status NOT NULL, lat double precision, lon double precision,
      is_public boolean NOT NULL, token uuid, internal_note text);
    CREATE TABLE stays (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, hotel text,
      nights smallint NOT NULL, trip integer REFERENCES trips_v2 ON DELETE CASCADE
      DEFERRABLE INITIALLY IMMEDIATE);
    CREATE TABLE guides (id bigserial PRIMARY KEY, name text NOT NULL);
    CREATE TABLE trips_guides (trip_id integer NOT NULL REFERENCES trips_v2 DEFERRABLE,
      guide_id bigint NOT NULL REFERENCES guides DEFERRABLE, PRIMARY KEY (trip_id, guide_id));
    INSERT INTO trips_v2 (title, code, start_at, price, seats, status, lat, lon, is_public,
      internal_note)
      SELECT 'trip ' || n, 'c' || n, timestamp '2024-01-01' + n * interval '1 day', n * 1.25, n,
        CASE WHEN n % 2 = 0 THEN 'booked' ELSE 'planned' END::trip_status,
        CASE WHEN n % 3 = 0 THEN n END, CASE WHEN n % 3 = 0 THEN -n END, n % 2 = 0, 'theirs'
      FROM generate_series(1, 20) AS n;
    INSERT INTO stays (hotel, nights, trip) SELECT 'hotel ' || n, n % 5, 1 + n % 4
      FROM generate_series(1, 12) AS n;
    INSERT INTO guides (name) VALUES ('Ada'), ('Ben');
    INSERT INTO trips_guides VALUES (1, 1), (1, 2), (2, 1);
    """

  static func mapping(_ schema: String) -> PostgresMapping {
    var mapping = PostgresMapping(schema: schema)
    mapping[Trip.self] = .table(
      "trips_v2", key: "trip_no",
      columns: [
        "name": "title", "start": "start_at", "position.latitude": "lat",
        "position.longitude": "lon",
      ],
      joins: [
        "guides": PostgresMapping.Join("trips_guides", owner: "trip_id", member: "guide_id")
      ])
    mapping[Stay.self] = .table("stays", columns: ["trip": "trip"])
    mapping[Guide.self] = .table("guides")
    return mapping
  }
}

/// A database that another program created, in a separate schema.
struct AgencyDatabase {
  let schema = "agency_\(UUID().uuidString.prefix(8).lowercased())"
  let connection: PostgresConnection
  let address: String

  init() throws {
    address = try PostgresServer.shared.address()
    connection = try PostgresConnection(PostgresSettings(address))
    try connection.execute("CREATE SCHEMA \(schema); SET search_path TO \(schema)")
    try connection.execute(Agency.tables)
  }

  /// Makes the server check the foreign keys of all tables after each statement.
  func makeForeignKeysImmediate() throws {
    try connection.execute(
      """
      DO $$ DECLARE key record; BEGIN FOR key IN SELECT conrelid::regclass AS own, conname \
      FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace \
      LOOP EXECUTE format('ALTER TABLE %s ALTER CONSTRAINT %I NOT DEFERRABLE', key.own, key.conname); \
      END LOOP; END $$
      """)
  }

  func configuration(
    allowsSave: Bool, _ mapping: PostgresMapping? = nil
  ) -> PostgresConfiguration {
    var configuration = PostgresConfiguration(address, allowsSave: allowsSave)
    configuration.mapping = mapping ?? Agency.mapping(schema)
    return configuration
  }

  func container(
    allowsSave: Bool, _ mapping: PostgresMapping? = nil,
    _ models: [any PersistentModel.Type] = Agency.models
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(models), migrationPlan: nil,
      configurations: [configuration(allowsSave: allowsSave, mapping)])
  }
}
