import BenchmarkCommon
import CPostgresBaseline
import Foundation
import OpenSwiftData

/// d: fetches one model at a time by its unique property, in a context without loaded models.
struct UniqueLookupWorkload: Workload {
  let key = "d"
  let target: Double? = 1.3
  let wallTarget: Double? = 1.15

  func title(_ databases: Databases) -> String {
    "find one by predicate on its unique id, \(itemCount(databases)) times"
  }
  func itemCount(_ databases: Databases) -> Int { Lookups.count }

  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome {
    let context = try context(address, databases)
    return try measure {
      var sum: UInt64 = 0
      for index in databases.order {
        let found = try context.fetch(Self.descriptor(databases.values[index].id))
        if let bookmark = found.first { sum &+= bookmark.checksum }
      }
      return sum
    }
  }

  /// Inlined, as it would be at a call in a program.
  @inline(__always)
  private static func descriptor(_ id: UUID) -> FetchDescriptor<Bookmark> {
    FetchDescriptor(predicate: #Predicate { $0.id == id })
  }

  func runObjects(_ connection: Baseline, _ databases: Databases) throws -> Outcome? {
    let order = databases.order.map(Int64.init)
    var asked: FetchDescriptor<Bookmark>?
    defer { withExtendedLifetime(asked) {} }
    return try measure {
      try ObjectReader.read(
        asking: { asked = Self.descriptor(databases.values[databases.order[$0]].id) }
      ) { reader in
        try connection.run {
          baseline_read_by_ids($0, databases.rawValues.bookmarks, order, order.count, reader)
        }
      }
    }
  }

  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome {
    let order = databases.order.map(Int64.init)
    return try measure {
      try connection.answer {
        baseline_find_by_ids($0, databases.rawValues.bookmarks, order, order.count, $1)
      }.checksum
    }
  }
}

/// d2: fetches one model at a time by its persistent identifier, in a context without loaded
/// models, and reads every property.
struct IdentifierLookupWorkload: Workload {
  let key = "d2"

  func title(_ databases: Databases) -> String {
    "find one by model(for:), \(itemCount(databases)) times"
  }
  func itemCount(_ databases: Databases) -> Int { Lookups.count }

  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome {
    let context = try context(address, databases)
    let identifiers = try ModelContext(context.container)
      .fetchIdentifiers(FetchDescriptor<Bookmark>(sortBy: [SortDescriptor(\.visits)]))
    let chosen = databases.order.map { identifiers[$0] }
    return measure {
      var sum: UInt64 = 0
      for identifier in chosen {
        if let bookmark = context.model(for: identifier) as? Bookmark { sum &+= bookmark.checksum }
      }
      return sum
    }
  }

  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome {
    let keys = try connection.integers("SELECT row_id FROM bookmark ORDER BY visits")
    let chosen = databases.order.map { keys[$0] }
    return try measure {
      try connection.answer { baseline_find_by_keys($0, chosen, chosen.count, $1) }.checksum
    }
  }
}
