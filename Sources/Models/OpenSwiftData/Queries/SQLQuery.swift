import Foundation

/// A query in SQL, whose interpolated values are bound as parameters and never become SQL text.
///
/// ```swift
/// let query: SQLQuery = """
///   SELECT \(\Item.name), COUNT(*) AS count FROM \(Item.self)
///   WHERE \(\Item.price) < \(limit) GROUP BY \(\Item.name)
///   """
/// ```
///
/// What is interpolated decides what it becomes:
///
/// | Interpolation | SQL |
/// |---|---|
/// | a model class, `\(Item.self)` | the quoted name of its table |
/// | a key path, `\(\Item.name)` | the quoted name of the property's column |
/// | `\(\Item.persistentModelID)`, a to-one relationship | the column of the key, of the related key |
/// | a value, `\(limit)` | a parameter |
/// | an array, `IN \(codes)` | the values in parentheses |
/// | a saved model or its identifier | a parameter with its key |
/// | another query, `\(condition)` | its text and its parameters |
///
/// Models that inherit share the table of their base class. A class of such a tree stands for the
/// whole table, with the rows of the other classes.
///
/// Run it with ``ModelContext/query(_:as:)``.
///
/// > Note: SwiftData has no such type.
public struct SQLQuery: ExpressibleByStringInterpolation, Sendable {
  let pieces: [Piece]

  enum Piece: Sendable {
    case text(String)
    case value(any Codable & Sendable)
    case values([any Codable & Sendable], element: any (Codable & Sendable).Type)
    case key(PersistentIdentifier?)
    case keys([PersistentIdentifier])
    case table(any PersistentModel.Type)
    case column(any PersistentModel.Type, any AnyKeyPath & Sendable)
  }

  /// Creates a query from a literal without interpolations.
  public init(stringLiteral value: String) { pieces = [.text(value)] }

  /// Creates a query from a literal.
  public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

  /// The parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var pieces: [Piece] = []

    /// Creates the parts of a literal that is about to be read.
    public init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(interpolationCount * 2 + 1)
    }

    /// Appends SQL text.
    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.text(literal)) }
    }

    /// Appends a parameter, with the value as a property of its type stores it.
    ///
    /// The type has to be stored in one column; structures of several values are not.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: Codable & Sendable>(_ value: Value) {
      pieces.append(.value(value))
    }

    /// Appends a parameter with a text.
    public mutating func appendInterpolation(_ value: String) { pieces.append(.value(value)) }

    /// Appends the values in parentheses, for use after `IN`.
    public mutating func appendInterpolation<Value: Codable & Sendable>(_ values: [Value]) {
      pieces.append(.values(values, element: Value.self))
    }

    /// Appends a parameter with bytes.
    public mutating func appendInterpolation(_ value: Data) { pieces.append(.value(value)) }

    /// Appends a parameter with the key of a model; NULL for nil.
    public mutating func appendInterpolation(_ identifier: PersistentIdentifier?) {
      pieces.append(.key(identifier))
    }

    /// Appends the keys of models in parentheses, for use after `IN`.
    public mutating func appendInterpolation(_ identifiers: [PersistentIdentifier]) {
      pieces.append(.keys(identifiers))
    }

    /// Appends a parameter with the key of a model.
    public mutating func appendInterpolation(_ model: some PersistentModel) {
      pieces.append(.key(model.persistentModelID))
    }

    /// Appends the quoted name of the table with the models of a class.
    public mutating func appendInterpolation(_ model: any PersistentModel.Type) {
      pieces.append(.table(model))
    }

    /// Appends the quoted name of the column of a property.
    public mutating func appendInterpolation<Model: PersistentModel, Value>(
      _ property: any KeyPath<Model, Value> & Sendable
    ) {
      pieces.append(.column(Model.self, property))
    }

    /// Appends the text and the parameters of another query.
    public mutating func appendInterpolation(_ query: SQLQuery) {
      pieces.append(contentsOf: query.pieces)
    }
  }
}
