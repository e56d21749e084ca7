import DataSchema
import RecordStore

/// The rows of a store that are without the other end of a relationship that is not optional.
///
/// While rows are imported, some are so for a time: one that is there has none until the row that takes
/// its partner's place has come.
struct LackingRows {
  private typealias Keys = [Int: Set<Int64>]

  private let engine: RecordEngine
  private let before: Keys
  /// Rows for which the export has none either, by the numbers of relationships.
  private var expected: Keys = [:]

  /// Finds those that there are by now.
  init(_ engine: RecordEngine) throws {
    self.engine = engine
    var before: Keys = [:]
    for relationship in try Self.needs(engine) {
      before[relationship.number] = try Self.keys(relationship, engine)
    }
    self.before = before
  }

  /// Notes a row that came without.
  mutating func expect(_ key: Int64, _ relationship: RecordRelationship) {
    expected[relationship.number, default: []].insert(key)
  }

  /// Refuses what has taken the other end away from rows that need one.
  ///
  /// - Throws: `ToolError` that names the first.
  func check() throws {
    for relationship in try Self.needs(engine) {
      let number = relationship.number
      let lacking = try Self.keys(relationship, engine)
        .subtracting(before[number] ?? []).subtracting(expected[number] ?? [])
      guard let key = lacking.min() else { continue }
      let (name, other) = (relationship.owner.name, relationship.destination.name)
      throw ToolError(
        .failed,
        "\(name) \(key) would be left without its \(other) (“\(relationship.name)”), which is not "
          + "optional: an imported row takes it. Nothing was imported.",
        advice: "Delete such rows of \(name) before, or import into a store without them; rows "
          + "with unique values take the place of those that have the same.")
    }
  }

  private static func needs(_ engine: RecordEngine) throws -> [RecordRelationship] {
    try engine.model.entities.flatMap { description in
      let entity = try engine.entity(description.name)
      return entity.relationships.filter { $0.needsTarget && $0.owner === entity }
    }
  }

  private static func keys(
    _ relationship: RecordRelationship, _ engine: RecordEngine
  ) throws -> Set<Int64> {
    var query = RecordQuery(relationship.owner.name)
    query.condition = .compare(RecordPath([relationship.name]), .equal, .null)
    query.readsFiles = false
    var keys: Set<Int64> = []
    try engine.forEachRow(query) { keys.insert($0.key) }
    return keys
  }
}
