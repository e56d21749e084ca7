import RecordStore
import SyncPort

/// A large value of a row that has not been fetched.
package struct AbsentValue: Hashable, Sendable {
  /// The row's own entity.
  package let entity: String
  package let key: Int64
  /// The name of the row's property.
  package let property: String
  package let file: SyncFile
}

extension SyncPeer {
  /// Returns the large values of rows that have not been fetched.
  ///
  /// - Parameter entities: The entities of the rows, whose subentities are included; nil for all.
  /// - Returns: The values, in the order in which their records became known.
  /// - Throws: `SyncError` of the kind `invalid` for an entity that the store does not have.
  package func absentValues(of entities: Set<String>? = nil) throws -> [AbsentValue] {
    let kinds = try entities.map { try Set($0.flatMap(heirs)) }
    return try engine.reading { connection in
      let entries = try Ledger(connection: connection).entries(Self.lacksFiles)
      return entries.flatMap { entry -> [AbsentValue] in
        guard let place = entry.place, let shape = shapes[entry.kind],
          kinds?.contains(shape.entity.name) ?? true
        else { return [] }
        return absentFiles(of: entry).map { field, file in
          AbsentValue(
            entity: shape.entity.name, key: place.key, property: field.property, file: file)
        }
        .sorted { $0.property < $1.property }
      }
    }
  }

  /// Returns the entity that owns the table of an entity.
  package func root(of entity: String) throws -> String { try shape(of: entity).entity.root.name }

  private func heirs(of entity: String) throws -> [String] {
    [entity] + (try shape(of: entity).entity.descendants.map(\.name))
  }

  private func shape(of entity: String) throws -> PeerShape {
    guard let shape = shapes[names.kind(of: entity)] else {
      let names = shapes.values.map(\.entity.name).sorted().joined(separator: ", ")
      throw SyncError(
        .invalid, "The store has no entity \(entity).",
        advice: names.isEmpty
          ? "Synchronize a store that has the entity; this one has no entities."
          : "Use one of its entities: \(names)."
      )
    }
    return shape
  }
}
