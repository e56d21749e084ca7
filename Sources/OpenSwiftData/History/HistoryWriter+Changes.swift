import CoreDataFormat
import Foundation
import SQLCore

extension HistoryWriter {
  /// A row and the properties of it that were changed.
  typealias RowChange = (key: Int64, properties: PropertyMask)

  /// Notes rows that were inserted.
  ///
  /// - Parameters:
  ///   - keys: The keys that were taken for new rows.
  ///   - binding: An entity of the table.
  /// - Throws: What the store throws.
  func noteInsertions(_ keys: ClosedRange<Int64>, _ binding: EntityBinding) throws {
    let insertion = HistoryStatements.Insertion(
      .insert, in: binding.statements.table,
      entity: binding.sharesTable ? nil : binding.table.entityNumber,
      sharesTable: binding.sharesTable)
    try note(keys, insertion)
  }

  /// Notes rows that are about to be deleted.
  ///
  /// Rows that the same transaction inserted are left out: nobody has seen them.
  ///
  /// - Parameters:
  ///   - keys: The keys of the rows, ascending.
  ///   - binding: The entity of the rows.
  /// - Throws: What the store throws.
  func noteDeletions(of keys: [Int64], _ binding: EntityBinding) throws {
    var keys = keys
    if let end = firstNewKeys[binding.mapIndex] { keys.removeAll { $0 >= end } }
    guard !keys.isEmpty else { return }
    for number in binding.entityNumbers {
      let insertion = HistoryStatements.Insertion(
        .delete, in: binding.statements.table, entity: number, sharesTable: binding.sharesTable,
        tombstones: tombstones(of: number, binding))
      try note(keys, insertion)
    }
  }

  /// The values that the rows of an entity leave behind.
  private func tombstones(of entity: Int, _ binding: EntityBinding) -> [String] {
    let properties = binding.store.tables.entityTable(entity).properties
    return layout.preservedAttributes(of: entity).map { name in
      guard case .attribute(let column)? = properties[name] else { return "NULL" }
      return HistoryStatements.tombstone(of: column)
    }
  }

  /// Notes rows that were updated; changes of one row become one.
  ///
  /// - Parameters:
  ///   - changes: The rows, in any order.
  ///   - binding: The entity of the rows.
  /// - Throws: What the store throws.
  func noteUpdates(_ changes: [RowChange], _ binding: EntityBinding) throws {
    let groups = Self.grouped(Self.merged(changes))
    for number in binding.entityNumbers {
      let insertion = HistoryStatements.Insertion(
        .update, in: binding.statements.table, entity: number, sharesTable: binding.sharesTable)
      let columns = layout.changedColumns(of: number)
      for group in groups {
        let names = Set(binding.propertyNames(group.properties))
        try note(group.keys, insertion, columns: columns?.mask(of: names))
      }
    }
  }

  /// The keys by the properties that were changed.
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

  /// The changes in the order of the keys, those of one row taken together.
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

extension EntityBinding {
  /// The entities that rows of the binding may have.
  fileprivate var entityNumbers: [Int] {
    sharesTable ? table.descendantNumbers : [table.entityNumber]
  }

  /// The names of the properties in a mask.
  fileprivate func propertyNames(_ mask: PropertyMask) -> [String] {
    properties.indices.filter(mask.contains).map { properties[$0].name }
  }

  /// The properties that columns hold.
  var columnProperties: PropertyMask {
    PropertyMask(properties.indices.filter { !properties[$0].columns.isEmpty })
  }
}
