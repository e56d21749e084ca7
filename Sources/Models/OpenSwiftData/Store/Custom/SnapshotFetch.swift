import Foundation

/// Fetches models of one type from a custom store.
///
/// The last results are cached, so that a plan that was made by fetching does not fetch again.
final class SnapshotFetch<Model: PersistentModel, Base: DataStore>: SnapshotQuestion {
  private let session: SnapshotSession<Base>
  private let binding: EntityBinding
  private(set) var descriptor: FetchDescriptor<Model>
  private var found: (range: FetchRange?, rows: [(key: Int64, snapshot: DefaultSnapshot)])?
  private var foundKeys: (range: FetchRange?, keys: [Int64])?
  private var foundCount: Int?

  /// Whether the store leaves filtering to the context.
  private(set) var leavesFilter = false
  /// Whether the store leaves sorting to the context.
  private(set) var leavesSort = false

  init(
    _ descriptor: FetchDescriptor<Model>, _ binding: EntityBinding,
    _ session: SnapshotSession<Base>
  ) {
    self.session = session
    self.binding = binding
    self.descriptor = descriptor
    // A snapshot has all values.
    self.descriptor.propertiesToFetch = []
  }

  /// Fetches the requested models, and records what the store leaves to the context.
  func ask(for purpose: FetchPurpose, in range: FetchRange?) throws {
    while true {
      do {
        // Filtering or sorting in memory needs all models, not only a range.
        let exact = leavesFilter || leavesSort ? nil : range
        switch purpose {
        case .models: _ = try snapshots(in: exact)
        case .keys: _ = try keys(in: exact)
        case .count: _ = try count()
        }
        return
      } catch DataStoreError.preferInMemoryFilter where descriptor.predicate != nil {
        leavesFilter = true
        descriptor.predicate = nil
      } catch DataStoreError.preferInMemorySort where !descriptor.sortBy.isEmpty {
        leavesSort = true
        descriptor.sortBy = []
      }
    }
  }

  func snapshots(
    in range: FetchRange?
  ) throws -> [(key: Int64, snapshot: DefaultSnapshot)] {
    if let found, found.range == range { return found.rows }
    let rows = try session.fetch(limited(to: range))
    found = (range, rows)
    return rows
  }

  func keys(in range: FetchRange?) throws -> [Int64] {
    if let foundKeys, foundKeys.range == range { return foundKeys.keys }
    if let found, found.range == range { return found.rows.map(\.key) }
    let keys = try session.fetchKeys(limited(to: range))
    foundKeys = (range, keys)
    return keys
  }

  func count() throws -> Int {
    if let foundCount { return foundCount }
    let count = try session.fetchCount(limited(to: nil))
    foundCount = count
    return count
  }

  var ofAllModels: any FetchSource {
    SnapshotFetch(FetchDescriptor<Model>(), binding, session)
  }

  var hasFetched: Bool { true }

  private func limited(to range: FetchRange?) -> FetchDescriptor<Model> {
    var descriptor = descriptor
    descriptor.fetchOffset = range?.offset
    descriptor.fetchLimit = range?.limit
    return descriptor
  }
}
