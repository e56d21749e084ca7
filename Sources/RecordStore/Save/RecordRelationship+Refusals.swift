import SwiftDataErrors

// Why a save is refused, in the words of every store; rows have the names that the store gives them.

extension RecordRelationship {
  /// The error for a row that is to be deleted and may not be while it is related to others.
  package func denial(of row: String, _ members: [String]) -> SwiftDataError {
    SwiftDataError.modelValidationFailure.explained(
      "\(row) cannot be deleted while it is related to \(Self.list(members)).",
      entity: owner.name, property: name,
      advice: "Delete those as well, or end the relation first; nothing was saved.")
  }

  /// The error for rows that would be left without the other end that they need.
  package func parting(_ rows: [String], from target: String) -> SwiftDataError {
    SwiftDataError.modelValidationFailure.explained(
      "\(Self.list(rows)) would be left without \(target), and the property is not optional.",
      entity: owner.name, property: name,
      advice: """
        Delete those as well, as the delete rule .cascade does, give them another one, or make \
        the property optional; nothing was saved.
        """)
  }

  /// The error for a row without the other end that it needs.
  package func lack(of row: String) -> SwiftDataError {
    SwiftDataError.modelValidationFailure.explained(
      "\(row) is related to no \(destination.name), and the property is not optional.",
      entity: owner.name, property: name,
      advice: "Give it one, delete it, or make the property optional; nothing was saved.")
  }

  /// The error for a row with so many members; nil where it may have as many.
  package func outOfBounds(_ row: String, count: Int) -> SwiftDataError? {
    // An optional relationship without members is one that is not there.
    let isTooSmall = count < minimumCount && !(count == 0 && isOptional)
    let isTooLarge = maximumCount > 0 && count > maximumCount
    guard isTooSmall || isTooLarge else { return nil }
    let upper = maximumCount > 0 ? "at most \(maximumCount)" : nil
    let lower = minimumCount > 0 ? "at least \(minimumCount)" : nil
    let bounds = [lower, upper].compactMap(\.self).joined(separator: " and ")
    return SwiftDataError.modelValidationFailure.explained(
      "\(row) has \(count) models and may have \(bounds).", entity: owner.name, property: name,
      advice: "Add or remove models; nothing was saved.")
  }

  /// The first of some rows.
  private static func list(_ rows: [String]) -> String {
    let shown = rows.prefix(5).joined(separator: ", ")
    return rows.count > 5 ? "\(shown) and \(rows.count - 5) more" : shown
  }
}

extension RecordEntity {
  /// What messages call a row.
  package func rowName(_ key: Int64) -> String { "\(name)/p\(key)" }
}
