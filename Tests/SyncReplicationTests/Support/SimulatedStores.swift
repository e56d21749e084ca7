import RecordStore
import SQLCore

@testable import SyncReplication

/// Stores in memory that one schedule after the other uses, since making one takes longer than emptying it.
final class SimulatedStores {
  private var engines: [RecordEngine] = []

  var count: Int { engines.count }

  /// A store of a former schedule without what it held; nil where there is none.
  func next() throws -> RecordEngine? {
    guard let engine = engines.popLast() else { return nil }
    try engine.transaction { writer in
      for statement in try Self.statements(writer.connection) {
        try writer.connection.run(statement)
      }
    }
    return engine
  }

  /// Takes the stores of devices whose schedule is over, but for those with stores in files.
  func keep(_ devices: [SimulatedDevice]) {
    engines += devices.filter { $0.folder == nil && !$0.renames }.map(\.engine)
  }

  /// What empties a store; some tables are made when they are needed, so that not all stores have them.
  private static func statements(_ connection: any SQLConnection) throws -> [String] {
    let names = try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    ).compactMap { $0[0].textValue }
    // What says which store it is, and of which models, stays.
    let kept = ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"]
    return names.filter { !kept.contains($0) }.map { "DELETE FROM \($0)" }
      + ["UPDATE Z_PRIMARYKEY SET Z_MAX = 0"]
  }
}
