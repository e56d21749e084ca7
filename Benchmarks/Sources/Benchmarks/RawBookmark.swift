import BenchmarkCommon
import CSQLiteBaseline
import Foundation

/// Text as a C program stores it; never changed or freed.
struct RawText: @unchecked Sendable {
  // `@unchecked`: a pointer to memory that is never written.
  let start: UnsafePointer<CChar>
  let count: Int32

  init(copying text: String) {
    let bytes = Array(text.utf8CString)
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    memory.initialize(from: bytes, count: bytes.count)
    start = UnsafePointer(memory)
    count = Int32(bytes.count - 1)
  }
}

/// A bookmark as a C program stores it; its texts live as long as the process.
struct RawBookmark {
  var id: uuid_t
  var createdAt: Double
  var url: RawText
  var title: RawText
  var statusRawValue: RawText
  var statusChangedAt: Double
  var visits: Int
  var score: Double

  init(_ values: BookmarkValues) {
    id = values.id.uuid
    createdAt = values.createdAt.timeIntervalSinceReferenceDate
    url = RawText(copying: values.url)
    title = RawText(copying: values.title)
    statusRawValue = RawText(copying: values.statusRawValue)
    statusChangedAt = values.statusChangedAt.timeIntervalSinceReferenceDate
    visits = values.visits
    score = values.score
  }
}

extension RawStatement {
  /// The same columns that the library selects for a bookmark.
  static let selectBookmark = """
    SELECT Z_PK, ZID, ZCREATEDAT, ZURL, ZTITLE, ZSTATUSRAWVALUE, ZSTATUSCHANGEDAT, \
    ZVISITS, ZSCORE FROM ZBOOKMARK
    """

  /// Reads every column of the current row; equals `Bookmark.checksum` of the same bookmark.
  @inline(__always)
  func bookmarkChecksum() -> UInt64 {
    var sum: UInt64 = sqlite3_column_int64(handle, 0) > 0 ? 0 : 1
    if let id = sqlite3_column_blob(handle, 1), sqlite3_column_bytes(handle, 1) == 16 {
      sum &+= id.loadUnaligned(as: UInt64.self)
    }
    sum &+= sqlite3_column_double(handle, 2).bitPattern
    sum &+= textLength(3) &+ textLength(4) &+ textLength(5)
    sum &+= sqlite3_column_double(handle, 6).bitPattern
    sum &+= UInt64(bitPattern: sqlite3_column_int64(handle, 7))
    return sum &+ sqlite3_column_double(handle, 8).bitPattern
  }

  @inline(__always)
  func textLength(_ column: Int32) -> UInt64 {
    guard sqlite3_column_text(handle, column) != nil else { return 0 }
    return UInt64(sqlite3_column_bytes(handle, column))
  }
}

extension RawStatement {
  /// The current row as independent values.
  func bookmarkValues() -> BookmarkValues {
    let id = sqlite3_column_blob(handle, 1)?.loadUnaligned(as: uuid_t.self)
    return BookmarkValues(
      id: UUID(uuid: id ?? UUID().uuid), createdAt: date(2), url: text(3), title: text(4),
      statusRawValue: text(5), statusChangedAt: date(6), visits: integer(7),
      score: sqlite3_column_double(handle, 8))
  }

  private func date(_ column: Int32) -> Date {
    Date(timeIntervalSinceReferenceDate: sqlite3_column_double(handle, column))
  }

  private func text(_ column: Int32) -> String {
    sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
  }
}
