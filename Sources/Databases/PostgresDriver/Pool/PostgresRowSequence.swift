import SQLCore

/// The rows of a query, which arrive in portions as a task asks for them.
///
/// Only one portion is in memory at a time; a slow reader slows the server down.
package struct PostgresRowSequence: AsyncSequence, Sendable {
  package typealias Element = [SQLValue]

  let pool: PostgresPool
  let text: String
  let values: [SQLValue]
  let portion: Int

  package func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

  package struct Iterator: AsyncIteratorProtocol {
    let sequence: PostgresRowSequence
    private var lease: PostgresLease?
    private var rows: [[SQLValue]] = []
    private var next = 0
    private var isAtEnd = false

    init(sequence: PostgresRowSequence) { self.sequence = sequence }

    /// The next row; nil after the last.
    ///
    /// - Throws: `SQLError`; `CancellationError` when the task is cancelled.
    package mutating func next() async throws -> [SQLValue]? {
      if next == rows.count {
        guard !isAtEnd else { return nil }
        rows = try await portion()
        next = 0
        if rows.count < sequence.portion { end() }
        guard !rows.isEmpty else { return nil }
      }
      defer { next += 1 }
      return rows[next]
    }

    private mutating func end() {
      isAtEnd = true
      lease?.giveBack()
      lease = nil
    }

    private mutating func portion() async throws -> [[SQLValue]] {
      let (text, values, count) = (sequence.text, sequence.values, sequence.portion)
      do {
        guard let lease else {
          let lease = try await sequence.pool.lease()
          self.lease = lease
          return try await lease.run { try $0.firstPortion(text, values, count) }
        }
        return try await lease.run { try $0.nextPortion(count) }
      } catch {
        end()
        throw error
      }
    }
  }
}

extension PostgresPool {
  /// The rows of a query, with a limited number of them in memory at a time.
  ///
  /// A connection is taken from the pool for the first row, and returned after the last one or when
  /// the iterator is deallocated, which ends the query.
  package func rows(
    _ text: String, _ values: [SQLValue] = [], portion: Int = 256
  ) -> PostgresRowSequence {
    PostgresRowSequence(pool: self, text: text, values: values, portion: max(1, portion))
  }
}

extension PostgresConnection {
  fileprivate func firstPortion(
    _ text: String, _ values: [SQLValue], _ count: Int
  ) throws(SQLError) -> [[SQLValue]] {
    let statement = try statement(text)
    statement.rowsAtOnce = count
    for (index, value) in values.enumerated() { statement.bind(value, index + 1) }
    arriving = statement
    return try nextPortion(count)
  }

  fileprivate func nextPortion(_ count: Int) throws(SQLError) -> [[SQLValue]] {
    guard let statement = arriving else { return [] }
    var rows: [[SQLValue]] = []
    do throws(SQLError) {
      while rows.count < count {
        guard try statement.step() else { break }
        rows.append((0..<statement.columnCount).map(statement.value))
      }
    } catch {
      abandonRows()
      throw error
    }
    if rows.count < count { abandonRows() }
    return rows
  }
}
