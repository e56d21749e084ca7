import Foundation

/// A piece of SQL: raw text, names and values, kept apart until a dialect renders them.
///
/// Interpolating a string into a fragment makes a *parameter*, never SQL text, so that nothing
/// a user typed can become SQL.
package struct SQLFragment: Hashable, Sendable, ExpressibleByStringInterpolation {
  package enum Piece: Hashable, Sendable {
    case raw(String)
    case name(String)
    /// A table, an alias: a name that belongs to no table.
    case table(String)
    /// A column of the table of that name or alias.
    case column(table: String, name: String)
    case value(SQLValue)
    /// A value where nothing beside it tells the database of what type it is, and one of that type.
    case typedValue(SQLValue, like: SQLValue)
    /// That what stands before is one of a list, or none of it.
    case isOne(SQLList)
    /// The operator that holds for equal values, and for NULL and NULL.
    case isSame
    /// What follows a term of ORDER BY, for an order in which NULL comes before all values.
    case order(isDescending: Bool)
    /// What gives the text before it the client's order of that name.
    case collation(String)
    /// What stands around a text that is compared as Swift compares texts.
    case comparedText(Side, collation: String?)
    /// What stands around a decimal that is compared, where `key` is the client's function for it.
    case comparedDecimal(Side, key: String)
    /// What has the text before it compared by its bytes.
    case byBytes
    /// The name of a function of the client, which is called.
    case function(String)
    /// A truth value in words.
    case truth(Bool)
    /// The test that what stands before is not NaN; for NULL it is not known, or holds as well.
    case isNumber(orNull: Bool)
    /// A part of the rows: how many, all for nil, after how many.
    case range(limit: Int?, offset: Int)
  }

  /// Where a piece stands that belongs to another one.
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

  /// Whether it is nothing but a value.
  package var isValue: Bool {
    guard pieces.count == 1, case .value = pieces[0] else { return false }
    return true
  }

  /// The same with its type, where it is nothing but a value: beside other values alone, a database would take
  /// it for a text.
  ///
  /// - Parameter sample: A value of the type that NULL is of; nil where that is all the same.
  /// - Returns: The value with its type, or what it was.
  package func typed(as sample: SQLValue? = nil) -> SQLFragment {
    guard pieces.count == 1, case .value(let value) = pieces[0] else { return self }
    return SQLFragment(pieces: [.typedValue(value, like: value.isNull ? sample ?? value : value)])
  }

  /// The same for a floating-point number, of which NaN is one, whatever stands for it.
  package var typedNumber: SQLFragment {
    guard pieces.count == 1, case .value(.blob(_)) = pieces[0] else { return typed(as: .real(0)) }
    return SQLFragment(pieces: [.typedValue(.real(.nan), like: .real(0))])
  }

  /// The operator that holds for equal values, and for NULL and NULL.
  package static let isSame = SQLFragment(pieces: [.isSame])

  /// That the floating-point number or date before it is not NaN; for NULL it is not known.
  package static let isNumber = SQLFragment(pieces: [.isNumber(orNull: false)])

  /// The same, which holds for NULL.
  package static let isNumberOrNull = SQLFragment(pieces: [.isNumber(orNull: true)])

  /// That the value before it is one of some keys.
  package static func isOne(of keys: some Collection<Int64>) -> SQLFragment {
    isOne(of: .integers(Array(keys)))
  }

  /// That the value before it is none of some keys.
  package static func isNone(of keys: some Collection<Int64>) -> SQLFragment {
    SQLFragment(pieces: [.isOne(SQLList(.integers(Array(keys)), isNegated: true))])
  }

  /// That the value before it is one of some values.
  package static func isOne(of elements: SQLList.Elements) -> SQLFragment {
    SQLFragment(pieces: [.isOne(SQLList(elements))])
  }

  /// What makes a text be compared in the client's order of that name.
  package static func collation(_ name: String) -> SQLFragment {
    SQLFragment(pieces: [.collation(name)])
  }

  /// A text as it is compared and sorted, in the client's order of that name or, where the database knows no orders
  /// of the client, in that of normal forms.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - collation: The name; nil where the text is compared with one that has it.
  /// - Returns: The text with what stands around it.
  package static func compared(_ text: SQLFragment, by collation: String?) -> SQLFragment {
    SQLFragment(
      pieces: [.comparedText(.before, collation: collation)] + text.pieces
        + [.comparedText(.after, collation: collation)])
  }

  /// A decimal as it is compared and sorted, NULL for NaN: what the client's function of that name makes of it,
  /// or itself where the database compares decimals.
  package static func comparedDecimal(_ decimal: SQLFragment, by key: String) -> SQLFragment {
    SQLFragment(
      pieces: [.comparedDecimal(.before, key: key)] + decimal.typed(as: .decimal(0)).pieces
        + [.comparedDecimal(.after, key: key)])
  }

  /// What has the text before it compared by its bytes, as an index on it does.
  package static let byBytes = SQLFragment(pieces: [.byBytes])

  /// The name of a function of the client, before its arguments in parentheses.
  package static func function(_ name: String) -> SQLFragment {
    SQLFragment(pieces: [.function(name)])
  }

  /// A truth value in words.
  package static func truth(_ value: Bool) -> SQLFragment {
    SQLFragment(pieces: [.truth(value)])
  }

  /// Whether a database that has these features alone can run it.
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

  /// The order of the term before it, in which NULL is less than all values.
  package static func order(isDescending: Bool) -> SQLFragment {
    SQLFragment(pieces: [.order(isDescending: isDescending)])
  }

  /// So many of the rows, all for nil, after some.
  package static func range(limit: Int?, offset: Int) -> SQLFragment {
    SQLFragment(pieces: [.range(limit: limit, offset: offset)])
  }

  package var isEmpty: Bool { pieces.isEmpty }

  /// The fragment with every bare name made a column of `table`, for where other tables stand by.
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
  /// The fragments one after the other, with `separator` as raw SQL between them.
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

/// A statement ready to be prepared: its text, and the values of its placeholders in order.
package struct SQLStatement: Hashable, Sendable {
  package var text: String
  package var values: [SQLValue]

  package init(_ text: String, _ values: [SQLValue] = []) {
    self.text = text
    self.values = values
  }
}
