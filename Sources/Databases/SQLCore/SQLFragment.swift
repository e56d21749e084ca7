import Foundation

/// A piece of SQL: text, names, and values, which are kept separate until a dialect renders them.
///
/// Interpolating a string into a fragment creates a *parameter*, never SQL text. User input
/// therefore cannot become SQL.
package struct SQLFragment: Hashable, Sendable, ExpressibleByStringInterpolation {
  package enum Piece: Hashable, Sendable {
    case raw(String)
    case name(String)
    /// The name of a table or an alias, which does not belong to a table.
    case table(String)
    /// A column of the table with this name or alias.
    case column(table: String, name: String)
    case value(SQLValue)
    /// A value whose type the database cannot infer from its context, and a sample value of the
    /// type.
    case typedValue(SQLValue, like: SQLValue)
    /// The test that the preceding term is, or is not, in a list.
    case isOne(SQLList)
    /// The elements of a list in parentheses, after IN.
    case elements(SQLList.Elements)
    /// The operator under which equal values match, and NULL matches NULL.
    case isSame
    /// The end of a term of ORDER BY, for an order in which NULL comes before all values.
    case order(isDescending: Bool)
    /// The client collation of this name for the preceding text.
    case collation(String)
    /// The start or end of a term for text that is compared as in Swift.
    case comparedText(Side, collation: String?)
    /// The start or end of a term for a decimal that is compared; `key` is the client's function
    /// for it.
    case comparedDecimal(Side, key: String)
    /// The collation that compares the preceding text by its bytes.
    case byBytes
    /// The name of a client function that is called.
    case function(String)
    /// A Boolean literal.
    case truth(Bool)
    /// The test that the preceding term is not NaN; for NULL it is unknown, or true if `orNull`.
    case isNumber(orNull: Bool)
    /// A range of the rows: the limit, or nil for all rows, and the offset.
    case range(limit: Int?, offset: Int)
  }

  /// Whether a piece comes before or after the piece that it belongs to.
  package enum Side: Hashable, Sendable { case before, after }

  package private(set) var pieces: [Piece]

  package init(pieces: [Piece] = []) { self.pieces = pieces }

  package init(stringLiteral value: String) { pieces = [.raw(value)] }

  package init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

  package static func raw(_ text: String) -> SQLFragment { SQLFragment(pieces: [.raw(text)]) }
  package static func name(_ name: String) -> SQLFragment { SQLFragment(pieces: [.name(name)]) }
  package static func table(_ name: String) -> SQLFragment { SQLFragment(pieces: [.table(name)]) }
  package static func value(_ value: SQLValue) -> SQLFragment {
    SQLFragment(pieces: [.value(value)])
  }

  package static func column(_ name: String, of table: String) -> SQLFragment {
    SQLFragment(pieces: [.column(table: table, name: name)])
  }

  /// Whether it is a single value.
  package var isValue: Bool {
    guard pieces.count == 1, case .value = pieces[0] else { return false }
    return true
  }

  /// A single value with its type; among other values only, a database would treat it as text.
  ///
  /// - Parameter sample: A value of the type to use for NULL; nil if its type does not matter.
  /// - Returns: The value with its type, or the unchanged fragment.
  package func typed(as sample: SQLValue? = nil) -> SQLFragment {
    guard pieces.count == 1, case .value(let value) = pieces[0] else { return self }
    return SQLFragment(pieces: [.typedValue(value, like: value.isNull ? sample ?? value : value)])
  }

  /// A single floating-point value with its type, even if it is NaN.
  package var typedNumber: SQLFragment {
    guard pieces.count == 1, case .value(.blob(_)) = pieces[0] else { return typed(as: .real(0)) }
    return SQLFragment(pieces: [.typedValue(.real(.nan), like: .real(0))])
  }

  /// The operator under which equal values match, and NULL matches NULL.
  package static let isSame = SQLFragment(pieces: [.isSame])

  /// The test that the preceding number or date is not NaN; unknown for NULL.
  package static let isNumber = SQLFragment(pieces: [.isNumber(orNull: false)])

  /// The test that the preceding number or date is not NaN; true for NULL.
  package static let isNumberOrNull = SQLFragment(pieces: [.isNumber(orNull: true)])

  /// The test that the preceding value is one of several keys.
  package static func isOne(of keys: some Collection<Int64>) -> SQLFragment {
    isOne(of: .integers(Array(keys)))
  }

  /// The test that the preceding value is not one of several keys.
  package static func isNone(of keys: some Collection<Int64>) -> SQLFragment {
    SQLFragment(pieces: [.isOne(SQLList(.integers(Array(keys)), isNegated: true))])
  }

  /// The test that the preceding value is one of several values.
  package static func isOne(of elements: SQLList.Elements) -> SQLFragment {
    SQLFragment(pieces: [.isOne(SQLList(elements))])
  }

  /// The elements of a list in parentheses, after IN.
  package static func elements(_ elements: SQLList.Elements) -> SQLFragment {
    SQLFragment(pieces: [.elements(elements)])
  }

  /// The client collation of this name for the preceding text.
  package static func collation(_ name: String) -> SQLFragment {
    SQLFragment(pieces: [.collation(name)])
  }

  /// A text in the form in which it is compared and sorted.
  ///
  /// It uses the client collation or, if the database does not support these, normal forms.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - collation: The name of the collation; nil if the text is compared with one that has it.
  /// - Returns: The text as a term that can be compared.
  package static func compared(_ text: SQLFragment, by collation: String?) -> SQLFragment {
    SQLFragment(
      pieces: [.comparedText(.before, collation: collation)] + text.pieces
        + [.comparedText(.after, collation: collation)])
  }

  /// A decimal in the form in which it is compared and sorted, with NULL for NaN.
  ///
  /// It is the result of the client function, or the decimal itself if the database compares
  /// decimals.
  package static func comparedDecimal(_ decimal: SQLFragment, by key: String) -> SQLFragment {
    SQLFragment(
      pieces: [.comparedDecimal(.before, key: key)] + decimal.typed(as: .decimal(0)).pieces
        + [.comparedDecimal(.after, key: key)])
  }

  /// The collation that compares the preceding text by its bytes, like an index on it.
  package static let byBytes = SQLFragment(pieces: [.byBytes])

  /// The name of a client function, before its arguments in parentheses.
  package static func function(_ name: String) -> SQLFragment {
    SQLFragment(pieces: [.function(name)])
  }

  /// A Boolean literal.
  package static func truth(_ value: Bool) -> SQLFragment {
    SQLFragment(pieces: [.truth(value)])
  }

  /// Whether a database with these features can run it.
  package func isSupported(by features: SQLFeatures) -> Bool {
    if features.hasClientFunctions, features.hasClientCollations { return true }
    return pieces.allSatisfy { piece in
      switch piece {
      case .function: features.hasClientFunctions
      case .collation: features.hasClientCollations
      case .comparedText: features.comparesNormalForms || features.hasClientCollations
      case .comparedDecimal: features.comparesDecimals || features.hasClientFunctions
      case .value(.text(let text)), .typedValue(.text(let text), _):
        features.hasNullCharacter || !text.utf8.contains(0)
      case .value(.date(let date)), .typedValue(.date(let date), _):
        !features.datesAreMicroseconds || date.isTimestamp
      case .isOne(let list): !features.datesAreMicroseconds || list.hasTimestampsAlone
      default: true
      }
    }
  }

  /// The sort order of the preceding term, in which NULL is less than all values.
  package static func order(isDescending: Bool) -> SQLFragment {
    SQLFragment(pieces: [.order(isDescending: isDescending)])
  }

  /// A range of the rows: the limit, or nil for all rows, and the offset.
  package static func range(limit: Int?, offset: Int) -> SQLFragment {
    SQLFragment(pieces: [.range(limit: limit, offset: offset)])
  }

  package var isEmpty: Bool { pieces.isEmpty }

  /// The fragment with every bare name as a column of `table`, for statements with several tables.
  package func qualified(by table: String) -> SQLFragment {
    SQLFragment(
      pieces: pieces.map { piece in
        if case .name(let name) = piece { .column(table: table, name: name) } else { piece }
      })
  }

  package mutating func append(_ other: SQLFragment) { pieces.append(contentsOf: other.pieces) }

  package static func + (lhs: SQLFragment, rhs: SQLFragment) -> SQLFragment {
    SQLFragment(pieces: lhs.pieces + rhs.pieces)
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    var pieces: [Piece] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(interpolationCount * 2 + 1)
    }

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.raw(literal)) }
    }
    package mutating func appendInterpolation(_ fragment: SQLFragment) {
      pieces.append(contentsOf: fragment.pieces)
    }
    package mutating func appendInterpolation(_ value: SQLValue) { pieces.append(.value(value)) }
    package mutating func appendInterpolation(name: String) { pieces.append(.name(name)) }
    package mutating func appendInterpolation(raw: String) { pieces.append(.raw(raw)) }
  }
}

extension [SQLFragment] {
  /// The fragments in order, with `separator` as SQL text between them.
  package func joined(separator: String) -> SQLFragment {
    var result = SQLFragment()
    var isFirst = true
    for fragment in self {
      if !isFirst { result.append(.raw(separator)) }
      result.append(fragment)
      isFirst = false
    }
    return result
  }
}

/// A statement ready to be prepared: its text, and the values of its parameters in order.
package struct SQLStatement: Hashable, Sendable {
  package var text: String
  package var values: [SQLValue]

  package init(_ text: String, _ values: [SQLValue] = []) {
    self.text = text
    self.values = values
  }
}
