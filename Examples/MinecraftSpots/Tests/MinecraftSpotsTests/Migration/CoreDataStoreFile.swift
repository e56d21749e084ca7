import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver

/// A store of the app's first version, with the tables, metadata and values that Core Data writes.
struct CoreDataStoreFile {
  let url: URL
  private let connection: SQLiteConnection

  /// The entities and attributes of that version's model file.
  static let model = ModelDescription(
    entities: [
      EntityDescription(
        name: "ItemEntity",
        properties: [
          attribute("id", .uuid), attribute("coordinatesX", .string),
          attribute("coordinatesY", .string), attribute("coordinatesZ", .string),
          attribute("world", .uuid), attribute("spotImageName", .string),
          attribute("createdAt", .date), attribute("updatedAt", .date),
        ]),
      EntityDescription(
        name: "WorldEntity",
        properties: [
          attribute("id", .uuid), attribute("name", .string), attribute("seed", .string),
          attribute("createdAt", .date), attribute("updatedAt", .date),
        ]),
    ],
    versionIdentifiers: [])

  /// - Parameters:
  ///   - url: The file to create.
  ///   - hasWorlds: Whether the model also has worlds.
  /// - Throws: SQLite's error if the file cannot be created.
  init(at url: URL, hasWorlds: Bool = true) throws {
    self.url = url
    connection = try SQLiteConnection(path: url.path, mode: .readWriteCreate)
    var model = Self.model
    if !hasWorlds { model.entities.removeLast() }
    try connection.execute(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE ZITEMENTITY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZCREATEDAT TIMESTAMP, ZUPDATEDAT TIMESTAMP, ZCOORDINATESX VARCHAR, ZCOORDINATESY VARCHAR, \
      ZCOORDINATESZ VARCHAR, ZSPOTIMAGENAME VARCHAR, ZID BLOB, ZWORLD BLOB );
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, \
      Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'ItemEntity', 0, 0);
      """)
    if hasWorlds {
      try connection.execute(
        """
        CREATE TABLE ZWORLDENTITY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
        ZCREATEDAT TIMESTAMP, ZUPDATEDAT TIMESTAMP, ZNAME VARCHAR, ZSEED VARCHAR, ZID BLOB );
        INSERT INTO Z_PRIMARYKEY VALUES (2, 'WorldEntity', 0, 0);
        """)
    }
    try connection.run(
      "INSERT INTO Z_METADATA VALUES (1, ?, ?)",
      [.text(UUID().uuidString), .blob(try Self.metadata(of: model))])
  }

  /// Adds a spot; nil represents NULL.
  func addItem(
    id: UUID?, place: (String, String, String)?, world: UUID?, imageName: String?,
    created: Date?, updated: Date?
  ) throws {
    try connection.run(
      """
      INSERT INTO ZITEMENTITY (Z_ENT, Z_OPT, ZCREATEDAT, ZUPDATEDAT, ZCOORDINATESX, \
      ZCOORDINATESY, ZCOORDINATESZ, ZSPOTIMAGENAME, ZID, ZWORLD) \
      VALUES (1, 1, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        Self.value(created), Self.value(updated), Self.value(place?.0), Self.value(place?.1),
        Self.value(place?.2), Self.value(imageName), Self.value(id), Self.value(world),
      ])
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_ENT = 1")
  }

  func addWorld(id: UUID, name: String, seed: String?, created: Date) throws {
    try connection.run(
      """
      INSERT INTO ZWORLDENTITY (Z_ENT, Z_OPT, ZCREATEDAT, ZUPDATEDAT, ZNAME, ZSEED, ZID) \
      VALUES (2, 1, ?, ?, ?, ?, ?)
      """,
      [
        Self.value(created), Self.value(created), .text(name), Self.value(seed), Self.value(id),
      ])
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_ENT = 2")
  }

  /// All rows of the store, to check that they are unchanged.
  func contents() throws -> [[SQLValue]] {
    try connection.rows("SELECT * FROM ZITEMENTITY ORDER BY Z_PK")
      + connection.rows("SELECT * FROM Z_PRIMARYKEY ORDER BY Z_ENT")
      + connection.rows("SELECT * FROM Z_METADATA")
  }

  private static func metadata(of model: ModelDescription) throws -> Data {
    let hashes = model.versionHashes
    let values: [String: Any] = [
      "NSStoreType": "SQLite",
      "NSPersistenceFrameworkVersion": 1_522,
      "NSPersistenceMaximumFrameworkVersion": 1_522,
      "NSStoreModelVersionHashesVersion": 3,
      "NSStoreModelVersionIdentifiers": [""],
      "NSStoreModelVersionHashes": hashes,
      "NSStoreModelVersionHashesDigest": ModelDescription.versionHashesDigest(of: hashes),
      "NSStoreModelVersionChecksumKey": ModelDescription.versionChecksum(of: hashes),
      "_NSAutoVacuumLevel": "2",
    ]
    return try PropertyListSerialization.data(
      fromPropertyList: values, format: .binary, options: 0)
  }

  private static func attribute(_ name: String, _ type: AttributeType) -> PropertyDescription {
    .attribute(AttributeDescription(name: name, type: type, isOptional: true))
  }

  private static func value(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
  private static func value(_ date: Date?) -> SQLValue {
    date.map { .real($0.timeIntervalSinceReferenceDate) } ?? .null
  }
  private static func value(_ id: UUID?) -> SQLValue {
    id.map { id in .blob(withUnsafeBytes(of: id.uuid) { Data($0) }) } ?? .null
  }
}
