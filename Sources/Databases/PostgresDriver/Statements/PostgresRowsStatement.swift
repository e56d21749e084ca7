import CPostgres
import Foundation
import SQLCore

/// A statement that receives the values of many rows as arrays, one for each column.
package final class PostgresRowsStatement: RowsStatement, PostgresParameterWriter {
  private let prepare: (String) throws(SQLError) -> PostgresStatement
  private let text: String
  private let forms: [PostgresType.Form]
  private let columns: [PostgresArrayBytes]
  private var refused: (parameter: Int, error: SQLError)?
  package private(set) var rowCount = 0
  /// The number of bytes in all columns.
  private var size = 0
  package private(set) var needsSingleRows = false
  package private(set) var changedRowCount = 0

  /// Creates the statement; nil if there are no arrays for values of these types.
  ///
  /// - Parameters:
  ///   - single: A statement for one row, whose parameters have the types of the values.
  ///   - parameters: The parameters that each row provides, in order.
  ///   - text: Creates the statement from the names of the values and the FROM item that contains
  ///     the rows.
  ///   - prepare: Prepares a text on the connection that runs it.
  /// - Throws: `SQLError`.
  package init?(
    like single: String, _ parameters: [Int],
    _ text: (_ values: [String], _ rows: String) -> String,
    _ prepare: @escaping (String) throws(SQLError) -> PostgresStatement
  ) throws(SQLError) {
    let like = try prepare(single)
    defer { like.reset() }
    let types = parameters.map(like.parameterType)
    var lists: [String] = []
    for type in types {
      guard let name = type.arrayName else { return nil }
      lists.append("$\(lists.count + 1)::\(name)")
    }
    guard !types.isEmpty else { return nil }
    let names = (1...types.count).map { "v\($0)" }
    let rows =
      "unnest(\(lists.joined(separator: ", "))) AS osd_rows (\(names.joined(separator: ", ")))"
    self.text = text(names.map { "osd_rows.\($0)" }, rows)
    self.prepare = prepare
    forms = types.map(\.form)
    columns = types.map { PostgresArrayBytes($0) }
  }

  /// Less than the protocol's limit of a gigabyte: writing is fastest when the data fits into the
  /// processor's caches.
  private static let largestSize = 1 << 20

  package var isFull: Bool { size >= Self.largestSize }

  package func endRow() {
    rowCount += 1
    size = 0
    for column in columns {
      if column.count < rowCount { column.appendNull() }
      size += column.size
    }
  }

  package func run(_ body: (any RowReader) throws -> Void) throws {
    defer { removeRows(keepingMemory: true) }
    changedRowCount = 0
    if let refused { throw refused.error }
    let statement = try prepare(text)
    defer {
      statement.reset()
      statement.clear()
    }
    for index in columns.indices {
      statement.setBorrowed(index, columns[index].whole)
    }
    while try statement.step() { try body(statement.row) }
    changedRowCount = statement.changedRowCount
  }

  package func clear() { removeRows(keepingMemory: false) }

  private func removeRows(keepingMemory: Bool) {
    for column in columns { column.removeAll(keepingMemory: keepingMemory) }
    (rowCount, size, needsSingleRows, refused) = (0, 0, false, nil)
  }

  package var refusedParameter: Int { refused?.parameter ?? 0 }

  package func refusal() -> SQLError {
    refused?.error ?? PostgresFailure.misuse("No value was rejected", text)
  }

  // The parameter writer.

  var parameterCount: Int { columns.count }

  @inline(__always)
  func form(at index: Int) -> PostgresType.Form { forms[index] }

  @inline(never)
  func refuse(_ parameter: Int, _ kind: SQLError.Kind, _ message: String) {
    guard refused == nil else { return }
    refused = (
      max(1, parameter),
      SQLError(
        kind: kind, code: 0, message: "\(message) (parameter \(parameter))", statement: text,
        details: SQLErrorDetails(state: ""))
    )
  }

  func setNull(_ index: Int) { columns[index].appendNull() }

  @inline(__always)
  func set(_ index: Int, _ value: some FixedWidthInteger) { columns[index].append(value) }

  func set(_ index: Int, _ bytes: UnsafeRawBufferPointer) { columns[index].append(bytes) }

  func setBorrowed(_ index: Int, _ bytes: UnsafeRawBufferPointer) { columns[index].append(bytes) }

  func setText(_ index: Int, _ bytes: UnsafeRawBufferPointer) {
    // The array has the binary form, which cannot contain values in text form.
    needsSingleRows = true
    columns[index].append(bytes)
  }
}

extension PostgresConnection: RowsWriting {
  package func makeRowsStatement(
    like single: String, _ parameters: [Int], _ text: (_ values: [String], _ rows: String) -> String
  ) throws(SQLError) -> (any RowsStatement)? {
    try PostgresRowsStatement(like: single, parameters, text) {
      [unowned self] text throws(SQLError) in
      try self.statement(text)
    }
  }
}

extension PostgresType {
  /// The name of the array type with elements of this type; nil if it is not supported.
  fileprivate var arrayName: String? {
    switch self {
    case .bool: "boolean[]"
    case .int2: "smallint[]"
    case .int4: "integer[]"
    case .int8: "bigint[]"
    case .float4: "real[]"
    case .float8: "double precision[]"
    case .numeric: "numeric[]"
    case .text: "text[]"
    case .varchar: "varchar[]"
    case .bpchar: "bpchar[]"
    case .bytea: "bytea[]"
    case .jsonb: "jsonb[]"
    case .uuid: "uuid[]"
    case .timestamptz: "timestamptz[]"
    case .timestamp: "timestamp[]"
    case .date: "date[]"
    default: nil
    }
  }
}
