import DataSchema
import PostgresDriver
import PostgresRecords
import RecordStore
import StoreTool

/// Stores in PostgreSQL, at addresses such as `postgres://app@localhost/trips?schema=travel`.
package struct PostgresStoreKind: StoreKind {
  package var name: String { "a schema of a PostgreSQL database" }

  package init() {}

  package func recognizes(_ place: String) -> Bool { PostgresStoreAddress.recognizes(place) }

  package func open(_ place: String) throws -> any ToolStore {
    try PostgresToolStore(Self.options(place, allowsSave: false))
  }

  package func openForWriting(_ place: String) throws -> RecordEngine {
    try SelfDescribedPostgresStore(Self.options(place, allowsSave: true)).engine
  }

  package func repair(_ place: String, backup: String?) throws -> String {
    throw Self.unavailable("repair")
  }

  package func copy(_ place: String, to target: String) throws -> MadeCopy {
    throw ToolError(
      .failed, "A PostgreSQL store cannot be copied like a file.",
      advice: "Copy it first with: swiftdata copy FROM TO")
  }

  package func migrate(
    _ place: String, to model: ModelDescription, _ mode: MigrationMode, dropsRows: Bool,
    progress: @escaping (Int, Int) -> Void
  ) throws -> MigrationSummary {
    throw ToolError(
      .failed, "“migrate” only plans migrations of PostgreSQL stores.",
      advice: "Pass --plan, or open the store with a program that has the new models.")
  }

  static func options(_ place: String, allowsSave: Bool) -> PostgresStoreOptions {
    let address = PostgresStoreAddress(place)
    return PostgresStoreOptions(
      name: "swiftdata", settings: PostgresSettings(address.address, applicationName: "swiftdata"),
      schema: address.schema ?? "public", allowsSave: allowsSave)
  }

  /// The error of a command that only works with files.
  static func unavailable(_ command: String) -> ToolError {
    ToolError(
      .failed, "“\(command)” works only with stores in files, not with PostgreSQL stores.",
      advice: "Copy the store to a file with “swiftdata copy”, and use it there.")
  }
}

extension PostgresStoreKind: StoreMaking {
  package var limits: any ValueLimits { PostgresLimits() }

  package func make(
    _ place: String, holding model: ModelDescription, _ permissions: FileSystem.Permissions?,
    _ fill: (RecordFiller) throws -> Void
  ) throws {
    try PostgresStore.make(Self.options(place, allowsSave: true), holding: model, fill)
  }
}
