/// Which rows of an entity are meant, by the names of properties.
///
/// A property without a value is equal to no value and unlike every value; it is less and greater than
/// none. What it is compared with has to be of its type.
package indirect enum RecordCondition: Hashable, Sendable {
  case constant(Bool)
  /// A value, the key of a row, or the other end of a to-one relationship, compared with another.
  case compare(RecordPath, Comparison, RecordValue)
  /// The value is one of several.
  case isOne(RecordPath, of: [RecordValue])
  /// A test of a text.
  case text(RecordPath, TextTest, String)
  /// A text that is like a pattern as a whole.
  case pattern(RecordPath, TextPattern)
  /// Some row at the other end of a to-many relationship fulfils a condition; nil where it is enough that
  /// there is one.
  case any(RecordPath, RecordCondition?)
  /// How many rows there are at the other end of a to-many relationship.
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

    /// What is asked for of two values in order; nil for equal and unequal ones.
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
    /// The same in the words of people: without regard to capitals and small letters.
    case containsIgnoringCase
    case beginsWith
    case endsWith
  }
}

/// What names lead to from a row: to-one relationships, then a property, then parts of its value.
package struct RecordPath: Hashable, Sendable {
  /// Empty for the key of the row itself.
  package var names: [String]
  /// Whether the key of the row is meant that the names lead to.
  package var isKey: Bool

  package init(_ names: [String], isKey: Bool = false) {
    (self.names, self.isKey) = (names, isKey)
  }
}

/// A part of the order in which rows are wanted.
package struct RecordOrder: Hashable, Sendable {
  package var path: RecordPath
  package var isDescending: Bool

  package init(_ path: RecordPath, isDescending: Bool = false) {
    (self.path, self.isDescending) = (path, isDescending)
  }
}
