/// Allocates primary keys for a save, one block for each entity tree, so that keys are known before
/// the rows are written.
struct KeyAllocator {
  /// The keys allocated for one entity tree, with one of the entities of that tree.
  typealias Block = (entity: RecordEntity, keys: ClosedRange<Int64>)

  private(set) var blocks: [Block] = []
  private var next: [Int: Int64] = [:]
  private var lastTree = -1
  private var lastNext: Int64 = 0

  /// Allocates as many keys from the store as the rows of `batches` need.
  init(for batches: [RowBatch], _ session: RecordSession) throws {
    var counts: [Int: (entity: RecordEntity, count: Int64)] = [:]
    for batch in batches {
      counts[batch.entity.treeIndex, default: (batch.entity, 0)].count += Int64(batch.count)
    }
    for (treeIndex, need) in counts {
      let keys = try session.store.takeKeys(need.count, for: need.entity, on: session.connection)
      next[treeIndex] = keys.lowerBound
      blocks.append((need.entity, keys))
    }
  }

  mutating func next(for entity: RecordEntity) -> Int64 {
    if entity.treeIndex != lastTree {
      if lastTree >= 0 { next[lastTree] = lastNext }
      lastTree = entity.treeIndex
      lastNext = next[lastTree] ?? 1
    }
    // Wraps instead of trapping: nothing follows the largest possible key.
    defer { lastNext &+= 1 }
    return lastNext
  }
}
