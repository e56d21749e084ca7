import BenchmarkCommon
import CPostgresBaseline
import Foundation

/// A connection of the baseline.
final class Baseline: @unchecked Sendable {
  // `@unchecked`: a thread uses a connection of its own.
  private let handle: OpaquePointer
  private let address: String
  /// The number of rows that the last function with an answer found; nil before.
  private(set) var rowCount: Int?

  init(_ address: String) throws {
    guard let handle = baseline_open(address) else { throw BenchmarkError("no memory") }
    (self.handle, self.address) = (handle, address)
    let message = String(cString: baseline_message(handle))
    guard message.isEmpty else { throw BenchmarkError(message) }
  }

  deinit { baseline_close(handle) }

  /// Connects to the same database once more.
  func another() throws -> Baseline { try Baseline(address) }

  var statementCount: Int { Int(baseline_statement_count(handle)) }

  func execute(_ text: String) throws { try run { baseline_execute($0, text) } }

  func integers(_ text: String) throws -> [Int64] {
    var values: UnsafeMutablePointer<Int64>?
    var count = 0
    try run { baseline_integers($0, text, &values, &count) }
    defer { free(values) }
    return Array(UnsafeBufferPointer(start: values, count: count))
  }

  /// Calls a function of the baseline.
  @inline(__always)
  func run(_ body: (OpaquePointer) -> Bool) throws {
    guard body(handle) else { throw BenchmarkError(String(cString: baseline_message(handle))) }
  }

  /// Calls a function of the baseline that returns an answer.
  func answer(
    _ body: (OpaquePointer, UnsafeMutablePointer<baseline_answer>) -> Bool
  ) throws -> baseline_answer {
    var answer = baseline_answer()
    try run { body($0, &answer) }
    rowCount = Int(answer.rows)
    return answer
  }
}

/// The same values as C data for the baseline, which live as long as the process.
struct RawValues: @unchecked Sendable {
  // `@unchecked`: pointers to memory that is never written.
  let bookmarks: UnsafeMutablePointer<baseline_bookmark>
  let statuses: [baseline_text]

  init(_ values: [BookmarkValues]) {
    bookmarks = .allocate(capacity: values.count)
    statuses = BookmarkValues.statuses.map { text($0) }
    for (index, value) in values.enumerated() {
      var id = value.id.uuid
      var raw = baseline_bookmark()
      withUnsafeMutableBytes(of: &raw.id) { $0.copyMemory(from: withUnsafeBytes(of: &id) { $0 }) }
      raw.created_at = microseconds(value.createdAt)
      raw.status_changed_at = microseconds(value.statusChangedAt)
      (raw.url, raw.title) = (text(value.url), text(value.title))
      raw.status = statuses[index % statuses.count]
      (raw.visits, raw.score) = (Int64(value.visits), value.score)
      (bookmarks + index).initialize(to: raw)
    }
  }

  func queries(_ queries: [StatusQuery]) -> [baseline_query] {
    queries.map { baseline_query(status: statuses[$0.kind], start: microseconds($0.start)) }
  }
}

/// A text that is never freed.
private func text(_ text: String) -> baseline_text {
  let bytes = Array(text.utf8CString)
  let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  memory.initialize(from: bytes, count: bytes.count)
  return baseline_text(bytes: memory, length: Int32(bytes.count - 1))
}

/// A date in the server's format: microseconds since 2000.
func microseconds(_ date: Date) -> Int64 {
  Int64((date.timeIntervalSinceReferenceDate * 1e6).rounded()) + 31_622_400_000_000
}
