import Foundation

@testable import OpenSwiftData

/// What a context with pending changes must answer, worked out on an array of plain values.
///
/// Entries stand in the order of their primary keys; those not saved yet follow in the order in
/// which they were inserted, because that is the order of the keys they will get.
struct PendingOracle {
  struct Entry {
    /// What a save would store.
    var current: Version
    /// What the store holds; nil while there is no row.
    var stored: Version?
    var isDeleted = false

    var id: Int { current.values.id }
  }

  /// Values, with an instance that no context knows for predicates to look at.
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
