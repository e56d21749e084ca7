import CoreDataFormat
import DataSchema
import SQLCore
import SQLiteDriver

extension SQLiteConnection: MigrationConnection {}

extension StoreFile: MigrationSource {
  package var configurationName: String { options.name }
  package var readsPart: Bool { options.readsPart }

  package func obstacles(
    from source: ModelDescription, to target: ModelDescription
  ) throws -> [MigrationObstacle] {
    try MigrationFiles.registerForChecks(on: connection, location)
    return try StoreEvolution(from: source, to: target, storedOn: connection)
      .obstacles(on: connection)
  }

  package func hasTables(of stored: ModelDescription) throws -> Bool {
    try CoreDataLayout(model: stored, storedOn: connection).tableMap == tables.tableMap
  }

  package func makeMigrationSession() -> any MigrationSession { FileMigrationSession(self) }

  package func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    try location.reporting(body)
  }

  package func open() throws -> any RowStore { try SQLiteStore(self) }
}

extension FileMigrationSession: MigrationSession {
  package var source: any MigrationSource { file }
  package var connection: any MigrationConnection { file.connection }
  package var failure: (any Error)? { files.failure }

  package func tableMap() throws -> TableMap {
    try CoreDataLayout(model: model, storedOn: connection).tableMap
  }

  package func evolution(to target: ModelDescription) throws -> StoreEvolution {
    try StoreEvolution(from: model, to: target, storedOn: connection)
  }

  /// Does nothing, because SQLite prepares statements again by itself.
  package func tablesDidChange() throws {}

  package func makeStage(
    _ model: ModelDescription, _ tableMap: TableMap, allowsSave: Bool
  ) throws -> (store: any RowStore, connection: StageConnection) {
    let stage = StageConnection(file.connection, files)
    return (try SQLiteStore(file, model, tableMap, stage, allowsSave: allowsSave), stage)
  }

  package func reconnected() throws -> any MigrationSource {
    try reconnect()
    return file
  }
}
