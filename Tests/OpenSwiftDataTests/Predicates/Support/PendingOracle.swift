import Foundation

@testable import OpenSwiftData

/// The expected results of a context with pending changes, computed from an array of plain values.
///
/// Entries are in the order of their primary keys. Unsaved entries follow in insertion order, which
/// is
/// the order of the keys that they will get.
struct PendingOracle {
  struct Entry {
    /// The values that a save would store.
    var current: Version
    /// The stored values; nil if there is no row.
    var stored: Version?
    var isDeleted = false

    var id: Int { current.values.id }
  }

  /// Values, with an unregistered instance on which predicates are evaluated.
  struct Version {
    let values: RowValues
    let row: Row

    init(_ values: RowValues) {
      self.values = values
      row = Row(values)
    }
  }

  private(set) var entries: [Entry] = []

  mutating func insert(_ values: RowValues) { entries.append(Entry(current: Version(values))) }

  mutating func change(at index: Int, to values: RowValues) {
    entries[index].current = Version(values)
  }

  mutating func delete(at index: Int) {
    if entries[index].stored == nil {
      entries.remove(at: index)
    } else {
      entries[index].isDeleted = true
    }
  }

  mutating func restore(at index: Int) { entries[index].isDeleted = false }

  mutating func save() {
    entries.removeAll(where: \.isDeleted)
    for index in entries.indices { entries[index].stored = entries[index].current }
  }

  mutating func rollback() {
    entries = entries.compactMap { entry in
      entry.stored.map { Entry(current: $0, stored: $0) }
    }
  }

  func answer(to descriptor: FetchDescriptor<Row>) throws -> [Int] {
    let versions =
      descriptor.includePendingChanges
      ? entries.filter { !$0.isDeleted }.map(\.current) : entries.compactMap(\.stored)
    return try descriptor.answer(from: versions.map(\.row)).map(\.id)
  }
}
