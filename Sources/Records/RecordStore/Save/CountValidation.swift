import CoreDataFormat
import SQLCore
import SwiftDataErrors

/// Checks that relationships have as many members as their declarations require.
struct CountValidation {
  let session: RecordSession
  private var id: RowIdentity { session.identity }

  /// Checks the member counts of one relationship with one statement.
  ///
  /// - Parameters:
  ///   - relationship: A relationship with bounds.
  ///   - keys: The rows whose members may have changed; deleted rows are ignored.
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
      let name = relationship.owner.rowName(key)
      if let failure = relationship.outOfBounds(name, count: count) { throw failure }
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
}
