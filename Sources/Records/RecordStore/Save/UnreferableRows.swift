import CoreDataFormat
import SQLCore

/// The rows that no foreign key can refer to yet, or any more, while a database checks foreign keys
/// after each statement.
final class UnreferableRows {
  /// The rows that are still to be inserted, by their negative keys in the plan.
  var waiting: Set<Int64>
  /// Rows that were deleted although rows of the plan refer to them, by entity tree.
  var absent: [Int: Set<Int64>] = [:]

  init(_ batches: [RowBatch]) { waiting = Set(batches.flatMap(\.keys)) }

  /// Returns what to write instead of the key of a target; nil to write the key.
  ///
  /// - Parameters:
  ///   - target: The key of the target in the plan.
  ///   - batch: The rows that refer to it.
  ///   - place: The cell of the relationship.
  /// - Returns: 0 for a row that is still to be inserted, which the database ignores; NULL for a
  ///   deleted row, or 0 if the rows need it, so that a rule deletes them.
  func value(for target: Int64, of batch: RowBatch, _ place: Int) -> SQLValue? {
    if target < 0 { return waiting.contains(target) ? .integer(0) : nil }
    guard !absent.isEmpty, let relationship = batch.entity.relationship(batch.property(at: place)),
      absent[relationship.destinationTree]?.contains(target) == true
    else { return nil }
    return relationship.needsTarget ? .integer(0) : .null
  }
}

extension SavePlan {
  /// The batches of inserted rows, in groups that are inserted together, in an order that depends on
  /// the schema alone.
  ///
  /// Each row comes after those that it refers to if foreign keys are checked after each statement.
  /// Programs that insert the same unique values wait for each other; if all insert them in the same
  /// order, they never wait in a circle.
  var insertionGroups: [[RowBatch]] {
    var groups: [[RowBatch]] = []
    var places: [Int: Int] = [:]
    let byTree = inserted.enumerated().sorted {
      ($0.element.entity.treeIndex, $0.offset) < ($1.element.entity.treeIndex, $1.offset)
    }
    for batch in Self.sorted(byTree.map(\.element), { $0.entity.table.insertionRank }) {
      // Rows of a table with several entities may replace each other.
      if !batch.entity.sharesTable, let place = places[batch.entity.treeIndex] {
        groups[place].append(batch)
      } else {
        places[batch.entity.treeIndex] = groups.count
        groups.append([batch])
      }
    }
    return groups
  }

  /// The deleted rows, each before those that it refers to if foreign keys are checked after each
  /// statement.
  var deletionOrder: [RowDeletion] { Self.sorted(deleted) { -$0.entity.table.insertionRank } }

  /// Sorts elements, and keeps the order of those with the same rank.
  private static func sorted<Element>(
    _ elements: [Element], _ rank: (Element) -> Int
  ) -> [Element] {
    guard let first = elements.first.map(rank), elements.contains(where: { rank($0) != first })
    else { return elements }
    return elements.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }.map(\.element)
  }
}
