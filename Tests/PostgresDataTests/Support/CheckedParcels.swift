import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore

/// A database schema for a store whose enumerations may be checked.
struct CheckedPlace: @unchecked Sendable {
  // `@unchecked`: only the test uses the connection, not the threads that it starts.
  private let schema = "cases_\(UUID().uuidString.prefix(8).lowercased())"
  private var address: String
  /// A connection of another program.
  private let connection: PostgresConnection

  init() throws {
    address = try PostgresServer.shared.address()
    connection = try PostgresConnection(PostgresSettings(address))
    try connection.execute("SET search_path TO \(schema)")
  }

  /// The same place for a role that may change rows but not tables.
  func asWorker() throws -> CheckedPlace {
    let role = "worker_\(schema)"
    try connection.execute(
      """
      CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema) TO \(role); \
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \(role); \
      GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA \(schema) TO \(role)
      """)
    var place = self
    place.address = address.replacing("tester@", with: "\(role)@")
    return place
  }

  func configuration(checks: Bool) -> PostgresConfiguration {
    var configuration = PostgresConfiguration(address, databaseSchema: schema)
    configuration.checksEnumerations = checks
    return configuration
  }

  func open(
    _ version: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)? = nil,
    checks: Bool = true
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: plan,
      configurations: [configuration(checks: checks)])
  }

  /// The CHECK constraints, with their tables.
  func constraints() throws -> [String] {
    try connection.rows(
      """
      SELECT t.relname || '.' || c.conname FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid \
      WHERE c.contype = 'c' AND c.connamespace = '\(schema)'::regnamespace ORDER BY 1
      """
    ).compactMap(\.[0].text)
  }

  /// The object identifiers of the constraints, which change if they are created again.
  func numbers() throws -> [[SQLValue]] {
    try connection.rows(
      """
      SELECT oid::text FROM pg_constraint WHERE contype = 'c' \
      AND connamespace = '\(schema)'::regnamespace ORDER BY 1
      """)
  }

  /// Inserts a row as another program does.
  func insert(_ column: String, _ value: String, into table: String = "parcel") throws {
    let name = column.trimmingCharacters(in: .whitespaces)
    try connection.execute("INSERT INTO \(table) (row_entity, \"\(name)\") VALUES (1, \(value))")
  }
}

enum ParcelsV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Parcel.self] }

  enum State: String, Codable, CaseIterable { case ready, sent, returned }
  enum Rating: Int, Codable, CaseIterable { case bad = 1, good }
  enum Weight: Double, Codable, CaseIterable { case light = 0.5, heavy = 20 }
  enum Label: String, Codable, CaseIterable { case plain, special = "it's \u{E9}" }
  /// Does not list its cases.
  enum Mark: String, Codable { case red, green }
  /// Has no raw values.
  enum Choice: Codable, CaseIterable { case yes, no }

  struct Detail: Codable {
    var kind: State
    var text: String
  }

  @Model final class Parcel {
    var state: State
    var rating: Rating?
    var weight = Weight.light
    var label = Label.plain
    var mark = Mark.red
    var choice = Choice.yes
    var detail = Detail(kind: .ready, text: "")
    init(state: State, rating: Rating? = nil) { (self.state, self.rating) = (state, rating) }
  }
}

/// The same models, with one more case in an enumeration.
enum MoreStates: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Parcel.self] }

  enum State: String, Codable, CaseIterable { case ready, sent, returned, lost }
  typealias Rating = ParcelsV1.Rating
  typealias Weight = ParcelsV1.Weight
  typealias Label = ParcelsV1.Label
  typealias Mark = ParcelsV1.Mark
  typealias Choice = ParcelsV1.Choice
  typealias Detail = ParcelsV1.Detail

  @Model final class Parcel {
    var state: State
    var rating: Rating?
    var weight = Weight.light
    var label = Label.plain
    var mark = Mark.red
    var choice = Choice.yes
    var detail = Detail(kind: .ready, text: "")
    init(state: State) { self.state = state }
  }
}

/// Has one case less, a new case, and a new column.
enum ParcelsV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Parcel.self] }

  enum State: String, Codable, CaseIterable { case sent, returned, lost }

  @Model final class Parcel {
    var state: State
    var isHeavy = false
    init(state: State) { self.state = state }
  }
}

enum MendingPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ParcelsV1.self, ParcelsV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ParcelsV1.self, toVersion: ParcelsV2.self,
        willMigrate: { context in
          for parcel in try context.fetch(FetchDescriptor<ParcelsV1.Parcel>())
          where parcel.state == .ready { parcel.state = .sent }
          try context.save()
        }, didMigrate: nil)
    ]
  }
}

enum IdlePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ParcelsV1.self, ParcelsV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ParcelsV1.self, toVersion: ParcelsV2.self, willMigrate: { _ in },
        didMigrate: nil)
    ]
  }
}

/// Lists cases that differ from its actual ones.
enum Unlisted: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Parcel.self] }

  enum State: String, Codable, CaseIterable {
    case ready, hidden
    static var allCases: [State] { [.ready] }
  }

  @Model final class Parcel {
    var state: State
    init(state: State) { self.state = state }
  }
}

enum Inherited: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Vehicle.self, Boat.self, Car.self] }

  enum Use: String, Codable, CaseIterable { case work, leisure }
  enum BoatSize: String, Codable, CaseIterable { case small, medium }
  enum CarSize: String, Codable, CaseIterable { case medium, large }

  @Model class Vehicle {
    var use: Use
    init(use: Use) { self.use = use }
  }

  @Model final class Boat: Vehicle {
    var size: BoatSize
    init(use: Use, size: BoatSize) {
      self.size = size
      super.init(use: use)
    }
  }

  @Model final class Car: Vehicle {
    var size: CarSize
    init(use: Use, size: CarSize) {
      self.size = size
      super.init(use: use)
    }
  }
}
