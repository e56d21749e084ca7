import CSQLite
import SQLCore

/// The running state of an aggregate function over one group of rows.
package protocol SQLAggregation: AnyObject {
  /// Adds the arguments of one row.
  func add(_ arguments: [SQLValue])
  /// The result for the rows so far.
  var result: SQLValue { get }
}

extension SQLiteConnection {
  /// Registers an aggregate function for statements, but not for triggers; `begin` creates the
  /// state for a group of rows.
  package func register(
    aggregate: String, argumentCount: Int, _ begin: @escaping () -> any SQLAggregation
  ) throws(SQLError) {
    let box = Unmanaged.passRetained(AggregateBox(begin))
    let code = sqlite3_create_function_v2(
      handle, aggregate, Int32(argumentCount),
      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      box.toOpaque(), nil,
      { context, count, arguments in
        guard let context, let state = AggregateState.of(context) else { return }
        state.aggregation.add((0..<Int(count)).map { SQLValue(argument: arguments?[$0]) })
      },
      { context in
        guard let context else { return }
        AggregateState.finish(context)
      },
      { $0.map { Unmanaged<AggregateBox>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else {
      throw SQLiteResultCode.error(code, database: handle, statement: aggregate)
    }
  }
}

private final class AggregateBox {
  let begin: () -> any SQLAggregation
  init(_ begin: @escaping () -> any SQLAggregation) { self.begin = begin }

  static func of(_ context: OpaquePointer) -> AggregateBox? {
    sqlite3_user_data(context).map {
      Unmanaged<AggregateBox>.fromOpaque($0).takeUnretainedValue()
    }
  }
}

/// The state of a group, which SQLite keeps as a pointer in its own memory.
private final class AggregateState {
  let aggregation: any SQLAggregation
  private init(_ aggregation: any SQLAggregation) { self.aggregation = aggregation }

  /// SQLite allocates zeroed memory of this size, and returns the same for all rows of a group.
  private static let size = Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)

  static func of(_ context: OpaquePointer) -> AggregateState? {
    guard let memory = sqlite3_aggregate_context(context, size) else {
      sqlite3_result_error_nomem(context)
      return nil
    }
    let place = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    if let known = place.pointee {
      return Unmanaged<AggregateState>.fromOpaque(known).takeUnretainedValue()
    }
    guard let box = AggregateBox.of(context) else { return nil }
    let state = AggregateState(box.begin())
    place.pointee = Unmanaged.passRetained(state).toOpaque()
    return state
  }

  /// Sets the result and releases the state; called once for each group, even if it is empty.
  static func finish(_ context: OpaquePointer) {
    let place = sqlite3_aggregate_context(context, 0)?
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    guard let state = place?.pointee else {
      AggregateBox.of(context)?.begin().result.setResult(of: context)
      return
    }
    place?.pointee = nil
    Unmanaged<AggregateState>.fromOpaque(state).takeRetainedValue()
      .aggregation.result.setResult(of: context)
  }
}
