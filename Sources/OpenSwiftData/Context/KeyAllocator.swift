import CoreDataFormat
import SQLCore

/// Hands out primary keys for a save, a block for each entity tree, so that keys are known before
/// the rows are written.
struct KeyAllocator {
  /// The keys that were taken for one entity tree; the binding is that of one of its entities.
  typealias Block = (binding: EntityBinding, keys: ClosedRange<Int64>)

  private(set) var blocks: [Block] = []
  private var next: [Int: Int64] = [:]
  private var lastMapIndex = -1
  private var lastNext: Int64 = 0

  /// Takes as many keys as `entries` need from `Z_PRIMARYKEY`.
  init(for entries: [PendingChanges.Entry], _ session: StoreSession) throws {
    var counts: [Int: (binding: EntityBinding, count: Int64)] = [:]
    var current: (binding: EntityBinding, count: Int64)?
    for entry in entries {
      if current?.binding.mapIndex == entry.binding.mapIndex {
        current?.count += 1
        continue
      }
      if let current { counts[current.binding.mapIndex] = current }
      current = counts[entry.binding.mapIndex] ?? (entry.binding, 0)
      current?.count += 1
    }
    if let current { counts[current.binding.mapIndex] = current }
    for (mapIndex, need) in counts {
      let last = try Self.highestKey(afterTaking: need.count, need.binding, session)
      next[mapIndex] = last - need.count + 1
      blocks.append((need.binding, (last - need.count + 1)...last))
    }
  }

  /// Raises the counter of an entity tree; one that has fallen behind its table, for another program
  /// wrote to it or it is damaged, is brought up first.
  private static func highestKey(
    afterTaking count: Int64, _ binding: EntityBinding, _ session: StoreSession
  ) throws -> Int64 {
    // RETURNING gives the highest key after the raise, so the block ends there.
    let highest = try session.connection.rows(
      """
      UPDATE Z_PRIMARYKEY SET Z_MAX = MAX(0, CAST(IFNULL(Z_MAX, 0) AS INTEGER), \
      IFNULL((SELECT MAX(Z_PK) FROM \(binding.statements.table)), 0)) + ? \
      WHERE Z_ENT = ? RETURNING Z_MAX
      """, [.integer(count), .integer(Int64(binding.table.rootNumber))])
    switch highest.first?.first {
    case .integer(let last)? where last >= count: return last
    case nil:
      throw SwiftDataError.storeIsCorrupt.explained(
        "Z_PRIMARYKEY has no row for the entity.", entity: binding.name,
        path: session.store.path, advice: "Restore the store from a backup.")
    case .some:
      // Beyond the last number SQLite goes on with floating-point ones.
      throw SwiftDataError.storeIsCorrupt.explained(
        "Z_PRIMARYKEY or the table says that all primary keys of the entity are taken.",
        entity: binding.name, path: session.store.path,
        advice: "Restore the store from a backup.")
    }
  }

  mutating func next(for binding: EntityBinding) -> Int64 {
    if binding.mapIndex != lastMapIndex {
      if lastMapIndex >= 0 { next[lastMapIndex] = lastNext }
      lastMapIndex = binding.mapIndex
      lastNext = next[lastMapIndex] ?? 1
    }
    // The last key there is has none after it.
    defer { lastNext &+= 1 }
    return lastNext
  }
}
