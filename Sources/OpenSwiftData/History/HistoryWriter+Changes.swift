import CoreDataFormat
import Foundation
import SQLCore

extension HistoryWriter {
  /// A row and the properties of it that were changed, as the bits of an instance's mask.
  typealias RowChange = (key: Int64, properties: UInt64)

  /// Notes rows that were inserted.
  ///
  /// - Parameters:
  ///   - keys: The keys that were taken for new rows.
  ///   - table: The table of the rows, as SQL has it.
  /// - Throws: What the store throws.
  func noteInsertions(_ keys: ClosedRange<Int64>, in table: String) throws {
    try note(keys, HistoryStatements.insertChanges(.insert, in: table))
  }

  /// Notes rows that are about to be deleted.
  ///
  /// Rows that the same transaction inserted are left out: nobody has seen them.
  ///
  /// - Parameters:
  ///   - keys: The keys of the rows.
  ///   - binding: The entity of the rows.
  /// - Throws: What the store throws.
  func noteDeletions(of keys: [Int64], _ binding: EntityBinding) throws {
    let texts = binding.entityNumbers.map { number in
      HistoryStatements.insertChanges(
        .delete, in: binding.statements.table, entity: binding.sharesTable ? number : nil,
        tombstones: tombstones(of: number, binding))
    }
    let end = firstNewKeys[binding.mapIndex] ?? .max
    var next = 0
    while next < keys.count {
      let first = keys[next]
      var last = first
      next += 1
      while next < keys.count, keys[next] == last + 1 {
        last += 1
        next += 1
      }
      guard first < end else { continue }
      for text in texts { try note(first...min(last, end - 1), text) }
    }
  }

  /// The values that the rows of an entity leave behind.
  private func tombstones(of entity: Int, _ binding: EntityBinding) -> [String] {
    let properties = binding.store.tableMap.entities[entity - 1].properties
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
    let changes = Self.merged(changes)
    var columns = Columns(binding, layout)
    var next = 0
    while next < changes.count {
      let (first, properties) = changes[next]
      var last = first
      next += 1
      while next < changes.count, changes[next].key == last + 1,
        changes[next].properties == properties
      {
        last += 1
        next += 1
      }
      for statement in columns.statements(of: properties) {
        try note(first...last, statement.text, columns: statement.columns)
      }
    }
  }

  /// The changes in the order of the keys, those of one row taken together.
  private static func merged(_ changes: [RowChange]) -> [RowChange] {
    let isInOrder = zip(changes, changes.dropFirst()).allSatisfy { $0.key < $1.key }
    guard !isInOrder else { return changes }
    var merged: [RowChange] = []
    merged.reserveCapacity(changes.count)
    for change in changes.sorted(by: { $0.key < $1.key }) {
      if let last = merged.last, last.key == change.key {
        merged[merged.count - 1].properties |= change.properties
      } else {
        merged.append(change)
      }
    }
    return merged
  }

  /// The statements that note updates of an entity's rows, mostly those of the row before.
  private struct Columns {
    private let binding: EntityBinding
    private let texts: [(entity: Int, text: String)]
    private let layout: HistoryLayout
    private var properties: UInt64 = 0
    private var known: [(text: String, columns: Data)] = []

    init(_ binding: EntityBinding, _ layout: HistoryLayout) {
      (self.binding, self.layout) = (binding, layout)
      texts = binding.entityNumbers.map { number in
        let entity = binding.sharesTable ? number : nil
        return (
          number,
          HistoryStatements.insertChanges(.update, in: binding.statements.table, entity: entity)
        )
      }
    }

    mutating func statements(of properties: UInt64) -> [(text: String, columns: Data)] {
      if !known.isEmpty, properties == self.properties { return known }
      self.properties = properties
      let names = binding.properties.enumerated()
        .filter { properties & (1 &<< UInt64(min($0.offset, 63))) != 0 }.map(\.element.name)
      known = texts.map { entity, text in
        (text, layout.changedColumns(of: entity)?.mask(of: Set(names)) ?? Data())
      }
      return known
    }
  }
}

extension EntityBinding {
  /// The entities that rows of the binding may have.
  fileprivate var entityNumbers: [Int] {
    sharesTable ? table.descendantNumbers : [table.entityNumber]
  }

  /// The bits of the properties that columns hold.
  var columnBits: UInt64 {
    properties.indices.filter { !properties[$0].columns.isEmpty }
      .reduce(0) { $0 | 1 &<< UInt64(min($1, 63)) }
  }
}
