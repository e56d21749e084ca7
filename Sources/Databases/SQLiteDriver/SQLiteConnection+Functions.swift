import CSQLite
import Foundation
import SQLCore

extension SQLiteConnection {
  /// Registers `body` as the SQL function `function`; equal arguments must give equal results.
  ///
  /// - Parameters:
  ///   - function: The name of the function.
  ///   - argumentCount: The number of arguments; -1 for any number.
  ///   - isForTriggers: Whether triggers and expressions of the file may call it.
  ///   - body: Computes the result.
  /// - Throws: `SQLError` if SQLite rejects it.
  package func register(
    function: String, argumentCount: Int, isForTriggers: Bool = false,
    _ body: @escaping ([SQLValue]) -> SQLValue
  ) throws(SQLError) {
    let box = Unmanaged.passRetained(FunctionBox(body))
    let callers = isForTriggers ? SQLITE_INNOCUOUS : SQLITE_DIRECTONLY
    let code = sqlite3_create_function_v2(
      handle, function, Int32(argumentCount), SQLITE_UTF8 | SQLITE_DETERMINISTIC | callers,
      box.toOpaque(),
      { context, count, arguments in
        guard let context, let data = sqlite3_user_data(context) else { return }
        let box = Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue()
        let values = (0..<Int(count)).map { SQLValue(argument: arguments?[$0]) }
        box.body(values).setResult(of: context)
      },
      nil, nil, { $0.map { Unmanaged<FunctionBox>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else {
      throw SQLiteResultCode.error(code, database: handle, statement: function)
    }
  }

  /// Registers `body`, which has side effects, as the SQL function `function`.
  ///
  /// If it throws, the statement fails, and the returned function's `failure` contains the error.
  package func register(
    effect function: String, argumentCount: Int,
    _ body: @escaping ([SQLValue]) throws -> SQLValue
  ) throws(SQLError) -> EffectFunction {
    let box = EffectFunction(body)
    let code = sqlite3_create_function_v2(
      handle, function, Int32(argumentCount), SQLITE_UTF8 | SQLITE_DIRECTONLY,
      Unmanaged.passRetained(box).toOpaque(),
      { context, count, arguments in
        guard let context, let data = sqlite3_user_data(context) else { return }
        let box = Unmanaged<EffectFunction>.fromOpaque(data).takeUnretainedValue()
        let values = (0..<Int(count)).map { SQLValue(argument: arguments?[$0]) }
        guard let result = box.result(values) else {
          return sqlite3_result_error(context, "The function failed.", -1)
        }
        result.setResult(of: context)
      },
      nil, nil, { $0.map { Unmanaged<EffectFunction>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else {
      throw SQLiteResultCode.error(code, database: handle, statement: function)
    }
    return box
  }

  /// Registers `compare` as the collation `collation`.
  ///
  /// It receives two strings as UTF-8, and returns a negative number, zero, or a positive number.
  package func register(
    collation: String,
    _ compare: @escaping (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int32
  ) throws(SQLError) {
    let box = Unmanaged.passRetained(CollationBox(compare))
    let code = sqlite3_create_collation_v2(
      handle, collation, SQLITE_UTF8, box.toOpaque(),
      { data, leftCount, left, rightCount, right in
        guard let data else { return 0 }
        let box = Unmanaged<CollationBox>.fromOpaque(data).takeUnretainedValue()
        return box.compare(
          UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
          UnsafeRawBufferPointer(start: right, count: Int(rightCount)))
      },
      { $0.map { Unmanaged<CollationBox>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else {
      // SQLite does not call the destructor if this call fails.
      box.release()
      throw SQLiteResultCode.error(code, database: handle, statement: collation)
    }
  }
}

/// A SQL function that may fail.
package final class EffectFunction {
  private let body: ([SQLValue]) throws -> SQLValue
  /// The first error that the function threw.
  package private(set) var failure: (any Error)?

  init(_ body: @escaping ([SQLValue]) throws -> SQLValue) { self.body = body }

  fileprivate func result(_ arguments: [SQLValue]) -> SQLValue? {
    do {
      return try body(arguments)
    } catch {
      if failure == nil { failure = error }
      return nil
    }
  }
}

private final class FunctionBox {
  let body: ([SQLValue]) -> SQLValue
  init(_ body: @escaping ([SQLValue]) -> SQLValue) { self.body = body }
}

private final class CollationBox {
  let compare: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int32
  init(_ compare: @escaping (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int32) {
    self.compare = compare
  }
}

extension SQLValue {
  init(argument: OpaquePointer?) {
    switch sqlite3_value_type(argument) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(argument))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(argument))
    case SQLITE_TEXT:
      let text = sqlite3_value_text(argument)
      let count = Int(sqlite3_value_bytes(argument))
      self = .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = sqlite3_value_blob(argument)
      let count = Int(sqlite3_value_bytes(argument))
      self = .blob(bytes.map { Data(bytes: $0, count: count) } ?? Data())
    default: self = .null
    }
  }

  func setResult(of context: OpaquePointer) {
    let transient = SQLiteCopy.transient
    switch stored {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .text(var value):
      value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_result_text64(
            context, $0.baseAddress, UInt64($0.count), transient, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let value):
      value.withUnsafeBytes {
        if let start = $0.baseAddress {
          sqlite3_result_blob64(context, start, UInt64($0.count), transient)
        } else {
          sqlite3_result_zeroblob(context, 0)
        }
      }
    // SQLite stores no other types.
    case .bool, .date, .uuid, .decimal: sqlite3_result_null(context)
    }
  }
}
