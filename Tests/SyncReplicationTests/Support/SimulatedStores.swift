import RecordStore
import SQLCore

@testable import SyncReplication

/// In-memory stores that schedules reuse, because creating one takes longer than emptying it.
final class SimulatedStores {
  private var engines: [RecordEngine] = []

  var count: Int { engines.count }

  /// An emptied store of an earlier schedule; nil if there is none.
  func next() throws -> RecordEngine? {
    guard let engine = engines.popLast() else { return nil }
    try engine.transaction { writer in
      for statement in try Self.statements(writer.connection) {
        try writer.connection.run(statement)
      }
    }
    return engine
  }

  /// Keeps the stores of devices after their schedule, except for stores in files.
  func keep(_ devices: [SimulatedDevice]) {
    engines += devices.filter { $0.folder == nil && !$0.renames }.map(\.engine)
  }

  /// The statements that empty a store.
  ///
  /// Some tables are created on demand, so not all stores have them.
  private static func statements(_ connection: any SQLConnection) throws -> [String] {
    let names = try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    ).compactMap { $0[0].textValue }
    // The store's identity and its models stay.
    let kept = ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"]
    return names.filter { !kept.contains($0) }.map { "DELETE FROM \($0)" }
      + ["UPDATE Z_PRIMARYKEY SET Z_MAX = 0"]
  }
}
