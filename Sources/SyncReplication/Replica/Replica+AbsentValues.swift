import RecordStore
import SyncPort

/// A large value of a row that is not here.
package struct AbsentValue: Hashable, Sendable {
  /// The row's own entity.
  package let entity: String
  package let key: Int64
  package let field: String
  package let file: SyncFile
}

extension Replica {
  /// The large values of rows that are not here.
  ///
  /// - Parameter entities: The entities of the rows, with those that inherit from them; nil for all.
  /// - Returns: The values in the order in which their records came to be known.
  /// - Throws: `SyncError` of the kind `invalid` for an entity that the store does not have.
  package func absentValues(of entities: Set<String>? = nil) throws -> [AbsentValue] {
    let kinds = try entities.map { try Set($0.flatMap(heirs)) }
    return try engine.reading { connection in
      let entries = try Ledger(connection: connection).entries(
        "WANTS = 1 AND STATE = 1 AND ROW IS NOT NULL")
      return entries.flatMap { entry -> [AbsentValue] in
        guard let place = entry.place, kinds?.contains(entry.kind) ?? true,
          let shape = shapes[entry.kind]
        else { return [] }
        let shown = entry.shown
        return entry.content.files.filter { field, file in
          // What only later versions of the program know has no row to lack it.
          shape.field(named: field) != nil && shown[field] != .file(file)
        }
        .map { AbsentValue(entity: entry.kind, key: place.key, field: $0.field, file: $0.file) }
        .sorted { $0.field < $1.field }
      }
    }
  }

  /// The entity whose table has the rows of an entity.
  package func root(of entity: String) throws -> String { try shape(of: entity).root }

  private func heirs(of entity: String) throws -> [String] {
    [entity] + (try shape(of: entity).entity.descendants.map(\.name))
  }

  private func shape(of entity: String) throws -> ReplicaShape {
    guard let shape = shapes[entity] else {
      throw SyncError(
        .invalid, "The store has no entity \(entity).",
        advice: "It has \(shapes.keys.sorted().joined(separator: ", ")).")
    }
    return shape
  }
}
