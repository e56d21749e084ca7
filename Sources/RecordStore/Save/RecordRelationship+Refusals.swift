import SwiftDataErrors

// Why a save is refused, in the words of every store.

extension RecordRelationship {
  /// The error for a row that is to be deleted and may not be while it is related to others.
  package func denial(of row: Int64, _ members: [Int64]) -> SwiftDataError {
    SwiftDataError.modelValidationFailure.explained(
      """
      \(owner.name)/p\(row) cannot be deleted while it is related to \
      \(Self.list(members, destination)).
      """,
      entity: owner.name, property: name,
      advice: "Delete those as well, or end the relation first; nothing was saved.")
  }

  /// The error for rows that would be left without the other end that they need.
  package func parting(_ rows: [Int64], from target: Int64) -> SwiftDataError {
    SwiftDataError.modelValidationFailure.explained(
      """
      \(Self.list(rows, owner)) would be left without \
      \(destination.name)/p\(target), and the property is not optional.
      """,
      entity: owner.name, property: name,
      advice: """
        Delete those as well, as the delete rule .cascade does, give them another one, or make \
        the property optional; nothing was saved.
        """)
  }

  /// The error for a row with so many members; nil where it may have as many.
  package func outOfBounds(_ row: Int64, count: Int) -> SwiftDataError? {
    // An optional relationship without members is one that is not there.
    let isTooSmall = count < minimumCount && !(count == 0 && isOptional)
    let isTooLarge = maximumCount > 0 && count > maximumCount
    guard isTooSmall || isTooLarge else { return nil }
    let upper = maximumCount > 0 ? "at most \(maximumCount)" : nil
    let lower = minimumCount > 0 ? "at least \(minimumCount)" : nil
    let bounds = [lower, upper].compactMap(\.self).joined(separator: " and ")
    return SwiftDataError.modelValidationFailure.explained(
      "\(owner.name)/p\(row) has \(count) models and may have \(bounds).",
      entity: owner.name, property: name, advice: "Add or remove models; nothing was saved.")
  }

  /// The first of some rows, as messages name them.
  private static func list(_ keys: [Int64], _ entity: RecordEntity) -> String {
    let shown = keys.prefix(5).map { "\(entity.name)/p\($0)" }.joined(separator: ", ")
    return keys.count > 5 ? "\(shown) and \(keys.count - 5) more" : shown
  }
}
