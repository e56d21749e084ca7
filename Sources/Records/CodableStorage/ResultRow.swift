import DataSchema
import SQLCore

/// The columns of a query's result, by name.
package struct ResultColumns: Sendable {
  package let names: [String]
  private var indexes: [String: Int] = [:]
  private static let several = -1

  /// - Parameters:
  ///   - names: The names of the columns.
  ///   - aliases: Further names, by the name of a column.
  package init(_ names: [String], aliases: [String: String]) {
    self.names = names
    for (index, name) in names.enumerated() {
      indexes[name] = indexes[name] == nil ? index : Self.several
    }
    for (index, name) in names.enumerated() {
      guard let alias = aliases[name], !names.contains(alias) else { continue }
      indexes[alias] = indexes[alias] == nil ? index : Self.several
    }
  }

  /// The index of the column with a name; nil for none.
  ///
  /// - Throws: `DecodingError` if several columns have the name.
  package func index(of name: String) throws -> Int? {
    guard let index = indexes[name] else { return nil }
    guard index != Self.several else {
      throw failure(Any.self, "several columns are named “\(name)”")
    }
    return index
  }

  /// The name of a column.
  func name(_ column: Int) -> String {
    names.indices.contains(column) ? names[column] : "\(column + 1)"
  }
}

/// Decodes values from the current row of a query's result: scalars from single columns, and other
/// types from the columns that are named like their members.
package final class ResultRow: Decoder {
  package let columns: ResultColumns
  private let row: any RowReader
  /// The codec that each column was decoded with last.
  private var codecs: [(any AnyValueCodec)?]

  package init(_ row: any RowReader, _ columns: ResultColumns) {
    (self.row, self.columns) = (row, columns)
    codecs = Array(repeating: nil, count: columns.names.count)
  }

  package var codingPath: [any CodingKey] { [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The codec of a type whose values are in one column; nil for other types.
  package static func codec<Value>(of type: Value.Type) -> ValueCodec<Value>? {
    guard let codec = try? ValueCodec.make(for: type, propertyName: "value"),
      codec.columns.count == 1, codec.memberLayout == nil
    else { return nil }
    return codec
  }

  /// Decodes the whole row: its first column if the type is in one column, or its members.
  package func value<Value: Decodable>(of type: Value.Type) throws -> Value {
    if try codec(of: type, at: 0) != nil { return try value(of: type, at: 0) }
    return try type.init(from: self)
  }

  /// Decodes a column.
  ///
  /// - Throws: `DecodingError` if the column is NULL but the type is not optional, and for values
  ///   that are not of the type.
  package func value<Value: Decodable>(of type: Value.Type, at column: Int) throws -> Value {
    guard columns.names.indices.contains(column) else {
      throw failure(type, "the result has \(columns.names.count) columns")
    }
    guard let codec = try codec(of: type, at: column) else {
      throw failure(type, "its values are not in one column")
    }
    if row.isNull(column) {
      guard codec.canBeNull || TypeMetadata.wrappedType(of: type) != nil else {
        throw failure(type, "column “\(columns.name(column))” is NULL")
      }
    } else if !Self.accepts(row.value(column), as: codec.columns[0]) {
      throw failure(type, "column “\(columns.name(column))” contains a value of another type")
    }
    do {
      return try codec.decode(row: row, at: column)
    } catch {
      throw failure(type, "column “\(columns.name(column))” cannot be decoded (\(error))")
    }
  }

  private func codec<Value>(of type: Value.Type, at column: Int) throws -> ValueCodec<Value>? {
    guard codecs.indices.contains(column) else { return Self.codec(of: type) }
    if let known = codecs[column]?.typed(as: type) { return known }
    let codec = Self.codec(of: type)
    codecs[column] = codec
    return codec
  }

  /// Whether a value can be read as a type without changing it.
  private static func accepts(_ value: SQLValue, as type: AttributeType) -> Bool {
    switch type {
    case .integer16, .integer32, .integer64, .boolean:
      switch value {
      case .integer, .bool: true
      case .real(let real): Int64(exactly: real) != nil
      case .decimal(let decimal): "\(decimal)".allSatisfy { $0.isNumber || $0 == "-" }
      default: false
      }
    case .double, .float:
      switch value {
      case .integer, .real, .decimal: true
      // NaN is stored as its bytes if the database has no such number.
      case .blob(let bytes): bytes.count == 8
      default: false
      }
    case .date:
      switch value {
      case .integer, .real, .date: true
      default: false
      }
    case .string, .uri: value.text != nil
    case .decimal, .binaryData, .uuid, .transformable: true
    }
  }
}

extension ResultRow {
  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ResultMembers(row: self))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw failure([Any].self, "a row is not a list")
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    ResultValue(row: self)
  }

  /// Whether there is no column with a name, or it is NULL.
  fileprivate func isNull(_ name: String) throws -> Bool {
    try columns.index(of: name).map(row.isNull) ?? true
  }

  fileprivate func value<Value: Decodable>(
    of type: Value.Type, named name: String
  ) throws -> Value {
    guard let column = try columns.index(of: name) else {
      throw failure(
        type, "no column is named “\(name)”; there are \(columns.names.joined(separator: ", "))")
    }
    return try value(of: type, at: column)
  }
}

/// Decodes the members of a type from columns with their names.
private struct ResultMembers<Key: CodingKey>: UniformKeyedDecodingContainer {
  let row: ResultRow

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { row.columns.names.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { (try? row.columns.index(of: key.stringValue)) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try row.isNull(key.stringValue) }

  func value<T: Decodable>(of type: T.Type, for key: Key) throws -> T {
    try row.value(of: type, named: key.stringValue)
  }

  func valueIfPresent<T: Decodable>(of type: T.Type, for key: Key) throws -> T? {
    try row.isNull(key.stringValue) ? nil : row.value(of: type, named: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    throw failure(type, "the value of “\(key.stringValue)” would need several columns")
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw failure([Any].self, "a column is not a list")
  }

  func superDecoder() throws -> any Decoder { row }
  func superDecoder(forKey key: Key) throws -> any Decoder { row }
}

/// Decodes the first column of a row.
private struct ResultValue: UniformSingleValueDecodingContainer {
  let row: ResultRow

  var codingPath: [any CodingKey] { [] }
  func decodeNil() -> Bool { false }
  func value<T: Decodable>(of type: T.Type) throws -> T { try row.value(of: type) }
}

private func failure(_ type: Any.Type, _ reason: String) -> DecodingError {
  .typeMismatch(type, DecodingError.Context(codingPath: [], debugDescription: reason))
}
