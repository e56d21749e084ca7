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
  }

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
