import CoreDataFormat
import SQLCore

// What a save tells the history. Deletions are noted where they are made, while the rows can still
// be read; everything else when all is written, so that each row is noted once, whatever happened
// to it on the way.

extension StoreSave {
  /// Writes the insertions and updates, and ends the transaction in the history.
  func writeHistory() throws {
    guard let history else { return }
    for block in keyBlocks {
      try history.noteInsertions(block.keys, block.binding)
    }
    for updates in gatherUpdates(history.firstNewKeys) {
      try history.noteUpdates(updates.rows, updates.binding)
    }
    try history.finish()
  }

  private typealias Updates = (binding: EntityBinding, rows: [HistoryWriter.RowChange])

  /// The rows that were there before and are changed, by entity.
  private func gatherUpdates(_ firstNewKeys: [Int: Int64]) -> [Updates] {
    var updates: [Updates] = []
    var last = -1
    func add(_ key: Int64, _ properties: PropertyMask, _ binding: EntityBinding) {
      if last < 0 || updates[last].binding !== binding {
        last = updates.firstIndex { $0.binding === binding } ?? updates.count
        if last == updates.count { updates.append((binding, [])) }
      }
      updates[last].rows.append((key, properties))
    }
    for entry in changed where entry.state.pointee.changes != 0 {
      add(entry.state.pointee.key, entry.state.changedProperties, entry.binding)
    }
    // New rows are insertions, whoever took them over or has been related to them since.
    let isNew = { (key: Int64, binding: EntityBinding) in
      key >= firstNewKeys[binding.mapIndex] ?? .max
    }
    for (key, entry) in survivors where !isNew(key, entry.binding) {
      add(key, entry.broughtProperties, entry.binding)
    }
    for (relationship, keys) in rules.nullified where !relationship.isToMany {
      for key in keys where !isNew(key, relationship.owner) {
        add(key, relationship.mask, relationship.owner)
      }
    }
    for (relationship, pairs) in rules.parted {
      for pair in pairs where !isNew(pair.owner, relationship.owner) {
        add(pair.owner, relationship.mask, relationship.owner)
      }
    }
    return updates
  }
}

extension PendingChanges.Entry {
  /// What an inserted instance gives the row that it takes over: all columns, and
  /// members where it has some.
  fileprivate var broughtProperties: PropertyMask {
    binding.relationships.reduce(binding.columnProperties) { properties, relationship in
      guard relationship.isToMany, relationship.link(of: model).models?.isEmpty == false else {
        return properties
      }
      return properties.union(relationship.mask)
    }
  }
}
