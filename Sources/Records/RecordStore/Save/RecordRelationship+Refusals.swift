import SwiftDataErrors

// Errors for saves that break a relationship's rules, shared by all stores; each store names its
// rows.

extension RecordRelationship {
  /// Returns the error for a row that may not be deleted while it is related to others.
  package func denial(of row: String, _ members: [String]) -> SwiftDataError {
    SwiftDataError.modelValidationFailure.explained(
      "\(row) cannot be deleted while it is related to \(Self.list(members)).",
      entity: owner.name, property: name,
      advice: "Delete those as well, or remove the relationship first; nothing was saved.")
  }

  /// Returns the error for rows that would lose the target of a required relationship.
  package func parting(_ rows: [String], from target: String) -> SwiftDataError {
    SwiftDataError.modelValidationFailure.explained(
      "\(Self.list(rows)) would be left without \(target), and the property is not optional.",
      entity: owner.name, property: name,
      advice: """
        Delete those as well, as the delete rule .cascade does, give them another one, or make \
        the property optional; nothing was saved.
        """)
  }

  /// Returns the error for a row without the target of a required relationship.
  package func lack(of row: String) -> SwiftDataError {
    SwiftDataError.modelValidationFailure.explained(
      "\(row) is not related to any \(destination.name), and the property is not optional.",
      entity: owner.name, property: name,
      advice: "Give it one, delete it, or make the property optional; nothing was saved.")
  }

  /// Returns the error for a row with too many or too few members; nil if the count is allowed.
  package func outOfBounds(_ row: String, count: Int) -> SwiftDataError? {
    // An optional relationship without members counts as nil.
    let isTooSmall = count < minimumCount && !(count == 0 && isOptional)
    let isTooLarge = maximumCount > 0 && count > maximumCount
    guard isTooSmall || isTooLarge else { return nil }
    let upper = maximumCount > 0 ? "at most \(maximumCount)" : nil
    let lower = minimumCount > 0 ? "at least \(minimumCount)" : nil
    let bounds = [lower, upper].compactMap(\.self).joined(separator: " and ")
    return SwiftDataError.modelValidationFailure.explained(
      "\(row) has \(count == 1 ? "1 model" : "\(count) models") and must have \(bounds).",
      entity: owner.name, property: name,
      advice: "Add or remove models; nothing was saved.")
  }

  /// Lists the first five rows, and the number of the others.
  private static func list(_ rows: [String]) -> String {
    let shown = rows.prefix(5).joined(separator: ", ")
    return rows.count > 5 ? "\(shown) and \(rows.count - 5) more" : shown
  }
}

extension RecordEntity {
  /// The name of a row in error messages.
  package func rowName(_ key: Int64) -> String { "\(name)/p\(key)" }
}
