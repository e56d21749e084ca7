import SQLCore

/// The keys of a plan's inserted rows.
struct RowKeys {
  /// The keys, in the order of the rows.
  var all: [Int64] = []
  /// The keys by the rows' negative keys in the plan, for entities with relationships.
  var byPlanKey: [Int64: Int64] = [:]
  /// The keys allocated for the rows, by entity tree.
  let blocks: [KeyAllocator.Block]
  /// The rows that foreign keys cannot refer to; nil if the database checks foreign keys at the end.
  private(set) var unreferable: UnreferableRows?

  /// Creates no keys, for rows that are not allocated yet.
  init() { blocks = [] }

  /// Allocates a key for each row.
  init(of batches: [RowBatch], _ session: RecordSession) throws {
    var allocator = try KeyAllocator(for: batches, session)
    blocks = allocator.blocks
    if session.connection.features.foreignKeysAreImmediate {
      unreferable = UnreferableRows(batches)
    }
    for batch in batches {
      for key in batch.keys {
        let new = allocator.next(for: batch.entity)
        all.append(new)
        if !batch.entity.isAlone { byPlanKey[key] = new }
      }
    }
  }

  /// Returns the stored key of a row that the plan refers to; nil if the row is not written.
  func stored(_ key: Int64) -> Int64? { key < 0 ? byPlanKey[key] : key }

  /// Returns the keys of a batch of inserted rows.
  func keys(of batch: RowBatch) -> ArraySlice<Int64> {
    all[batch.firstRow..<batch.firstRow + batch.count]
  }
}

/// The changed rows of a plan after they were updated.
struct UpdatedRows {
  /// The indices of rows that others had deleted.
  var missing: Set<Int> = []
  var missingPlaces: Set<RowPlace> = []
  /// Rows that were deleted because other rows claimed their unique values.
  var replaced: [SaveOutcome.Rows] = []
}

/// All rows of a plan after they were written.
struct WrittenRows {
  var keys: RowKeys
  var updated: UpdatedRows
  /// The indices of inserted rows that an upsert merged into an existing row.
  var upserted: Set<Int> = []
  /// Those of them whose values were not written.
  var kept: Set<Int> = []
  /// The members of a row before an inserted row replaced it, by the index of the list in the plan.
  var formerMembers: [Int: Set<Int64>] = [:]
  /// The lists of such rows that needed no order when the rows were found.
  var unorderedLists: Set<Int> = []
}

/// A phase that begins after the rows are written.
protocol WrittenRowsPhase: SavePhase {
  var rows: WrittenRows { get }
}

extension WrittenRowsPhase {
  /// Returns the stored key of a row that the plan refers to; nil if the row is not written.
  func stored(_ key: Int64) -> Int64? { rows.keys.stored(key) }

  /// Whether others have deleted a row that the save changes.
  func isMissing(_ key: Int64, _ entity: RecordEntity) -> Bool {
    !rows.updated.missingPlaces.isEmpty
      && rows.updated.missingPlaces.contains(RowPlace(tree: entity.treeIndex, key: key))
  }

  /// The existing rows that inserted rows replaced: their keys, and the inserted rows.
  var upsertedRows: [(key: Int64, batch: RowBatch, row: Int)] {
    guard !rows.upserted.isEmpty else { return [] }
    return plan.inserted.flatMap { batch in
      (0..<batch.count).filter { rows.upserted.contains(batch.firstRow + $0) }
        .map { (rows.keys.all[batch.firstRow + $0], batch, $0) }
    }
  }
}

extension SavePlan {
  /// The changed rows by their keys: the index of the batch, and of the row in it.
  var changedRows: [RowPlace: (batch: Int, row: Int)] {
    var rows: [RowPlace: (batch: Int, row: Int)] = [:]
    for (number, batch) in changed.enumerated() {
      for (row, key) in batch.keys.enumerated() {
        rows[RowPlace(tree: batch.entity.treeIndex, key: key)] = (number, row)
      }
    }
    return rows
  }

  /// The indices of the member lists of inserted rows, by owner.
  var listsByOwner: [Int64: [Int]] {
    var lists: [Int64: [Int]] = [:]
    for (number, list) in members.enumerated() where list.owner < 0 {
      lists[list.owner, default: []].append(number)
    }
    return lists
  }
}
