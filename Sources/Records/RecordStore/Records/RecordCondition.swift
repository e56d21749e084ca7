/// A condition for rows of an entity, by property names.
///
/// A missing value equals only null; it is neither less nor greater than any value. A value must
/// have the type of the property that it is compared with.
package indirect enum RecordCondition: Hashable, Sendable {
  case constant(Bool)
  /// Compares a value, the key of a row, or the target of a to-one relationship with a value.
  case compare(RecordPath, Comparison, RecordValue)
  /// The value equals one of several.
  case isOne(RecordPath, of: [RecordValue])
  /// A text passes a test.
  case text(RecordPath, TextTest, String)
  /// A whole text matches a pattern.
  case pattern(RecordPath, TextPattern)
  /// Some member of a to-many relationship meets a condition; nil if any member suffices.
  case any(RecordPath, RecordCondition?)
  /// Compares the number of members of a to-many relationship.
  case count(RecordPath, Comparison, Int64)
  case not(RecordCondition)
  case and([RecordCondition])
  case or([RecordCondition])

  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// The order that is required of two values; nil for equality and inequality.
    var order: (isLess: Bool, allowsEqual: Bool)? {
      switch self {
      case .equal, .notEqual: nil
      case .less: (true, false)
      case .lessOrEqual: (true, true)
      case .greater: (false, false)
      case .greaterOrEqual: (false, true)
      }
    }
  }

  package enum TextTest: Hashable, Sendable, CaseIterable {
    case contains
    /// Compares without case, as people do.
    case containsIgnoringCase
    case beginsWith
    case endsWith
  }
}

/// A path from a row: to-one relationships, then a property, then parts of its value.
package struct RecordPath: Hashable, Sendable {
  /// The names along the path; empty for the key of the row itself.
  package var names: [String]
  /// Whether the path denotes the key of the row that the names lead to.
  package var isKey: Bool

  package init(_ names: [String], isKey: Bool = false) {
    (self.names, self.isKey) = (names, isKey)
  }
}

/// One term of a sort order.
package struct RecordOrder: Hashable, Sendable {
  package var path: RecordPath
  package var isDescending: Bool

  package init(_ path: RecordPath, isDescending: Bool = false) {
    (self.path, self.isDescending) = (path, isDescending)
  }
}
