import DataSchema
import Foundation
import PostgresStoreTool
import RecordStore
import SQLCore
import StoreTool

/// A kind of store whose triggers change inserted rows.
struct DamagingKind: StoreMaking {
  private let kind: any StoreMaking
  private let triggers: [String]

  /// A PostgreSQL store in which a value of one row is changed.
  ///
  /// - Parameters:
  ///   - change: The trigger's statements for the row `NEW` before its insertion.
  ///   - key: The row's key.
  ///   - table: The row's table.
  /// - Returns: The kind.
  static func postgres(_ change: String, key: Int64, of table: String) -> DamagingKind {
    DamagingKind(
      kind: PostgresStoreKind(),
      triggers: [
        """
        CREATE FUNCTION damage() RETURNS trigger LANGUAGE plpgsql AS \
        $$ BEGIN IF NEW.row_id = \(key) THEN \(change); END IF; RETURN NEW; END $$
        """,
        "CREATE TRIGGER damage BEFORE INSERT ON \(table) FOR EACH ROW EXECUTE FUNCTION damage()",
      ])
  }

  /// A file whose trigger runs statements after the insertion of one row.
  static func sqlite(_ change: String, key: Int64, of table: String) -> DamagingKind {
    DamagingKind(
      kind: SQLiteStoreKind(),
      triggers: [
        """
        CREATE TRIGGER damage AFTER INSERT ON \(table) WHEN NEW.Z_PK = \(key) \
        BEGIN \(change); END
        """
      ])
  }

  var name: String { kind.name }
  var limits: any ValueLimits { kind.limits }

  func recognizes(_ place: String) -> Bool { kind.recognizes(place) }

  func make(
    _ place: String, holding model: ModelDescription, _ permissions: FileSystem.Permissions?,
    _ fill: (RecordFiller) throws -> Void
  ) throws {
    try kind.make(place, holding: model, permissions) { filler in
      try filler.engine.reading { connection in
        for trigger in triggers { try connection.execute(trigger) }
      }
      try fill(filler)
    }
  }

  func open(_ place: String) throws -> any ToolStore { try kind.open(place) }

  func openForWriting(_ place: String) throws -> RecordEngine { try kind.openForWriting(place) }

  func repair(_ place: String, backup: String?) throws -> String {
    try kind.repair(place, backup: backup)
  }

  func copy(_ place: String, to target: String) throws -> MadeCopy {
    try kind.copy(place, to: target)
  }

  func migrate(
    _ place: String, to model: ModelDescription, _ mode: MigrationMode, dropsRows: Bool,
    progress: @escaping (Int, Int) -> Void
  ) throws -> MigrationSummary {
    try kind.migrate(place, to: model, mode, dropsRows: dropsRows, progress: progress)
  }
}
