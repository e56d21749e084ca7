import CoreDataFormat
import SQLCore
import SwiftDataErrors

/// Checks that relationships have as many members as their declarations ask for.
struct CountValidation {
  let session: RecordSession
  private var id: RowIdentity { session.identity }

  /// - Parameters:
  ///   - relationship: A relationship with bounds.
  ///   - keys: The rows whose members may have changed; deleted ones are passed over.
  /// - Throws: `SwiftDataError.modelValidationFailure` that names the first row out of bounds.
  func check(_ relationship: RecordRelationship, _ keys: [Int64]) throws {
    guard !keys.isEmpty else { return }
    let key: SQLFragment = "OSD.\(name: id.key)"
    let statement = try session.prepare(
      """
      SELECT \(name: id.key), (\(count(relationship))) FROM \(name: relationship.owner.table.table) OSD \
      WHERE \(MemberQuery.isOne(of: keys.sorted(), key))
      """)
    defer { statement.reset() }
    while try statement.step() {
      let (key, count) = (statement.row.int64(0), Int(statement.row.int64(1)))
      // An optional relationship without members is one that is not there.
      let isTooSmall =
        count < relationship.minimumCount && !(count == 0 && relationship.isOptional)
      let isTooLarge = relationship.maximumCount > 0 && count > relationship.maximumCount
      if isTooSmall || isTooLarge { throw failure(relationship, key, count) }
    }
  }

  private func count(_ relationship: RecordRelationship) -> SQLFragment {
    switch relationship.storage {
    case .foreignKey(let column): "OSD.\(name: column) IS NOT NULL"
    case .children(let table, let column):
      "SELECT COUNT(*) FROM \(name: table) M WHERE M.\(name: column) = OSD.\(name: id.key)"
    case .join(let join):
      "SELECT COUNT(*) FROM \(name: join.name) WHERE \(name: join.sourceColumn) = OSD.\(name: id.key)"
    }
  }

  private func failure(
    _ relationship: RecordRelationship, _ key: Int64, _ count: Int
  ) -> SwiftDataError {
    let upper = relationship.maximumCount > 0 ? "at most \(relationship.maximumCount)" : nil
    let lower = relationship.minimumCount > 0 ? "at least \(relationship.minimumCount)" : nil
    let bounds = [lower, upper].compactMap(\.self).joined(separator: " and ")
    return SwiftDataError.modelValidationFailure.explained(
      "\(relationship.owner.name)/p\(key) has \(count) models and may have \(bounds).",
      entity: relationship.owner.name, property: relationship.name,
      advice: "Add or remove models; nothing was saved.")
  }
}
