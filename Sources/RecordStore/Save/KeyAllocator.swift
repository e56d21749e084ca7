import CoreDataFormat
import SQLCore
import SwiftDataErrors

/// Hands out primary keys for a save, a block for each entity tree, so that keys are known before
/// the rows are written.
struct KeyAllocator {
  /// The keys that were taken for one entity tree; the entity is that of one of its entities.
  typealias Block = (entity: RecordEntity, keys: ClosedRange<Int64>)

  private(set) var blocks: [Block] = []
  private var next: [Int: Int64] = [:]
  private var lastTree = -1
  private var lastNext: Int64 = 0

  /// Takes as many keys as the rows of `batches` need from `Z_PRIMARYKEY`.
  init(for batches: [RowBatch], _ session: RecordSession) throws {
    var counts: [Int: (entity: RecordEntity, count: Int64)] = [:]
    for batch in batches {
      counts[batch.entity.treeIndex, default: (batch.entity, 0)].count += Int64(batch.count)
    }
    for (treeIndex, need) in counts {
      let last = try Self.highestKey(afterTaking: need.count, need.entity, session)
      next[treeIndex] = last - need.count + 1
      blocks.append((need.entity, (last - need.count + 1)...last))
    }
  }

  /// Raises the counter of an entity tree; one that has fallen behind its table, for another program
  /// wrote to it or it is damaged, is brought up first.
  private static func highestKey(
    afterTaking count: Int64, _ entity: RecordEntity, _ session: RecordSession
  ) throws -> Int64 {
    // RETURNING gives the highest key after the raise, so the block ends there.
    let highest = try session.connection.rows(
      KeyStatements.raiseCounter(ofTable: entity.statements.table),
      [.integer(count), .integer(Int64(entity.table.rootNumber))])
    switch highest.first?.first {
    case .integer(let last)? where last >= count: return last
    case nil:
      throw SwiftDataError.storeIsCorrupt.explained(
        "\(KeyStatements.tableName) has no row for the entity.", entity: entity.name,
        path: session.store.path, advice: "Restore the store from a backup.")
    case .some:
      // Beyond the last number SQLite goes on with floating-point ones.
      throw SwiftDataError.storeIsCorrupt.explained(
        "\(KeyStatements.tableName) or the table says that all primary keys of the entity are taken.",
        entity: entity.name, path: session.store.path,
        advice: "Restore the store from a backup.")
    }
  }

  mutating func next(for entity: RecordEntity) -> Int64 {
    if entity.treeIndex != lastTree {
      if lastTree >= 0 { next[lastTree] = lastNext }
      lastTree = entity.treeIndex
      lastNext = next[lastTree] ?? 1
    }
    // The last key there is has none after it.
    defer { lastNext &+= 1 }
    return lastNext
  }
}
