import CoreDataFormat
import Foundation
import SQLCore

extension CoreDataHistoryWriter {
  package func noteInsertions(_ keys: ClosedRange<Int64>, _ entity: RecordEntity) throws {
    let insertion = HistoryStatements.Insertion(
      .insert, in: entity.statements.table,
      entity: entity.sharesTable ? nil : entity.table.entityNumber,
      sharesTable: entity.sharesTable)
    try note(keys, insertion)
  }

  package func noteDeletions(
    of keys: [Int64], _ entity: RecordEntity, _ files: ExternalChanges?
  ) throws {
    var keys = keys
    if let new = newKeys[entity.treeIndex] { keys.removeAll(where: new.contains) }
    guard !keys.isEmpty else { return }
    for number in entity.entityNumbers {
      let values = layout.preservedValues(of: number)
      let insertion = HistoryStatements.Insertion(
        .delete, in: entity.statements.table, entity: number, sharesTable: entity.sharesTable,
        tombstones: values.map { $0.column.map(HistoryStatements.tombstone) ?? "NULL" })
      let first = try nextKey()
      try note(keys, insertion)
      guard let files, values.contains(where: { $0.column?.holdsExternalData == true }) else {
        continue
      }
      try keepFiles(values, from: first, entity.statements.table, number, files)
    }
  }

  /// Adds values from external files to the tombstones of the deletions since a key.
  private func keepFiles(
    _ values: [PreservedValue], from first: Int64, _ table: String, _ entity: Int,
    _ files: ExternalChanges
  ) throws {
    let last = try nextKey() - 1
    for (place, value) in values.enumerated() {
      guard let column = value.column, column.holdsExternalData else { continue }
      let found = try session.connection.rows(
        HistoryStatements.filedValues(column, in: table),
        [.integer(first), .integer(last), .integer(Int64(entity))])
      for row in found {
        // As everywhere, a missing file reads as a missing value.
        guard case .file(let name)? = ExternalData(row[1]), let bytes = try files.contents(of: name)
        else { continue }
        try session.connection.run(HistoryStatements.setTombstone(place), [.blob(bytes), row[0]])
      }
    }
  }

  package func noteUpdates(_ changes: [RowChange], _ entity: RecordEntity) throws {
    let groups = Self.grouped(Self.merged(changes))
    for number in entity.entityNumbers {
      let insertion = HistoryStatements.Insertion(
        .update, in: entity.statements.table, entity: number, sharesTable: entity.sharesTable)
      let columns = layout.changedColumns(of: number)
      for group in groups {
        let names = Set(entity.propertyNames(group.properties))
        try note(group.keys, insertion, columns: columns?.mask(of: names))
      }
    }
  }

  package func notePositions(_ keys: [Int64], _ relationship: RecordRelationship) throws {
    let entity = relationship.owner
    for number in entity.entityNumbers {
      let insertion = HistoryStatements.Insertion(
        .update, in: entity.statements.table, entity: number, sharesTable: entity.sharesTable)
      let columns = layout.changedColumns(of: number)
      try note(keys, insertion, columns: columns?.mask(ofPositionIn: relationship.name))
    }
  }

  /// Groups the keys by changed properties.
  private static func grouped(
    _ changes: [RowChange]
  ) -> [(properties: PropertyMask, keys: [Int64])] {
    var groups: [(properties: PropertyMask, keys: [Int64])] = []
    var places: [PropertyMask: Int] = [:]
    var last = -1
    for change in changes {
      if last < 0 || groups[last].properties != change.properties {
        last = places[change.properties] ?? groups.count
        if last == groups.count {
          places[change.properties] = last
          groups.append((change.properties, []))
        }
      }
      groups[last].keys.append(change.key)
    }
    return groups
  }

  /// Returns the changes in the order of the keys, with one for each row.
  private static func merged(_ changes: [RowChange]) -> [RowChange] {
    let isInOrder = zip(changes, changes.dropFirst()).allSatisfy { $0.key < $1.key }
    guard !isInOrder else { return changes }
    var merged: [RowChange] = []
    merged.reserveCapacity(changes.count)
    for change in changes.sorted(by: { $0.key < $1.key }) {
      if let last = merged.last, last.key == change.key {
        merged[merged.count - 1].properties.formUnion(change.properties)
      } else {
        merged.append(change)
      }
    }
    return merged
  }
}
