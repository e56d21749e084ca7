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
      // RETURNING gives the highest key after the raise, so the block ends there.
      let highest = try session.connection.rows(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + ? WHERE Z_ENT = ? RETURNING Z_MAX",
        [.integer(need.count), .integer(Int64(need.binding.table.rootNumber))])
      guard case .integer(let last)? = highest.first?.first else {
        throw SwiftDataError.storeIsCorrupt.explained(
          "Z_PRIMARYKEY has no row for the entity.", entity: need.binding.name,
          path: session.store.path, advice: "Restore the store from a backup.")
      }
      next[mapIndex] = last - need.count + 1
      blocks.append((need.binding, (last - need.count + 1)...last))
    }
  }

  mutating func next(for binding: EntityBinding) -> Int64 {
    if binding.mapIndex != lastMapIndex {
      if lastMapIndex >= 0 { next[lastMapIndex] = lastNext }
      lastMapIndex = binding.mapIndex
      lastNext = next[lastMapIndex] ?? 1
    }
    defer { lastNext += 1 }
    return lastNext
  }
}
