import CoreDataFormat
import SQLCore

// What a change does when another row has the unique value it sets. As with inserts the later value
// wins: a row that is about to change that value itself only steps aside, and any other gives way.

extension StoreSave {
  /// Frees the unique values of a changed instance.
  ///
  /// - Throws: `error` when no row has them.
  func makeRoom(for entry: PendingChanges.Entry, key: Int64, after error: SQLError) throws {
    let binding = entry.binding
    // The values of a constraint must be there to look for.
    try session.load(entry.model, key, binding)
    let others = try UniqueMatch(entry, session, newKeys: newKeys).keys().filter { $0 != key }
    guard !others.isEmpty else { throw error }
    for other in others {
      if let waiting = waitingEntry(other, binding), !constrained(waiting).isEmpty {
        try clear(constrained(waiting), of: other, binding)
      } else {
        try displace(other, binding)
      }
    }
  }

  /// Deletes a row whose unique values another took over.
  func displace(_ key: Int64, _ binding: EntityBinding) throws {
    try rules.delete([key], binding)
    displaced.append((key, binding))
  }

  /// The changed instance of that row, if its own update is still to come.
  private func waitingEntry(_ key: Int64, _ binding: EntityBinding) -> PendingChanges.Entry? {
    changed[updatedCount...].first {
      $0.state.pointee.key == key && $0.binding.mapIndex == binding.mapIndex
    }
  }

  /// The changed properties of an instance that are part of a uniqueness constraint.
  private func constrained(_ entry: PendingChanges.Entry) -> [Int] {
    Set(entry.binding.uniqueness.joined()).sorted().filter { entry.state.hasChanged($0) }
  }

  /// Sets properties of a row to NULL, which is unique to nobody.
  private func clear(_ properties: [Int], of key: Int64, _ binding: EntityBinding) throws {
    for property in properties {
      _ = try files?.retire(key, of: binding, changes: PropertyMask([property]))
    }
    let columns = properties.flatMap { binding.properties[$0].columns }
    let assignments = columns.map { "\(EntityStatements.name($0.name)) = NULL" }
    let text =
      "UPDATE \(binding.statements.table) SET \(assignments.joined(separator: ", ")) "
      + "WHERE Z_PK = ?"
    try session.connection.run(text, [.integer(key)])
  }
}
