import DataSchema
import RecordStore

/// The rows of a store whose required relationship is empty.
///
/// During an import, some rows are in this state temporarily: an existing row loses its partner
/// until the row that replaces the partner is imported.
struct LackingRows {
  private typealias Keys = [Int: Set<Int64>]

  private let engine: RecordEngine
  private let before: Keys
  /// Rows that have no partner in the export either, by the numbers of relationships.
  private var expected: Keys = [:]

  /// Finds the rows that already lack a partner.
  init(_ engine: RecordEngine) throws {
    self.engine = engine
    var before: Keys = [:]
    for relationship in try Self.needs(engine) {
      before[relationship.number] = try Self.keys(relationship, engine)
    }
    self.before = before
  }

  /// Records an imported row without a partner.
  mutating func expect(_ key: Int64, _ relationship: RecordRelationship) {
    expected[relationship.number, default: []].insert(key)
  }

  /// Rejects an import that took the partner away from rows that need one.
  ///
  /// - Throws: `ToolError` that names the first such row.
  func check() throws {
    for relationship in try Self.needs(engine) {
      let number = relationship.number
      let lacking = try Self.keys(relationship, engine)
        .subtracting(before[number] ?? []).subtracting(expected[number] ?? [])
      guard let key = lacking.min() else { continue }
      let (name, other) = (relationship.owner.name, relationship.destination.name)
      throw ToolError(
        .failed,
        "\(name) \(key) would lose its required \(other) (“\(relationship.name)”) to an imported "
          + "row. Nothing was imported.",
        advice: "Delete such rows of \(name) first, or import into a store without them. Imported "
          + "rows replace rows with the same unique values.")
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
