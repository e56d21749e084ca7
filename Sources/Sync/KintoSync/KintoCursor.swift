import Foundation

/// The position of a fetch in a collection.
///
/// A Kinto server on PostgreSQL assigns a record's time before the transaction is committed. So a
/// record may appear with an earlier time than others that were already read. Fetches therefore go
/// back to the time before which everything is committed, and skip the records already reported.
/// That time is taken when a fetch first reaches uncommitted records, not later: a record missing
/// from earlier pages may be committed by the time of the last page.
struct KintoCursor: Codable {
  /// The time in milliseconds up to which nothing is missing.
  var settled: Int64 = 0
  /// The time that the current fetch has reached.
  var position: Int64 = 0
  /// The times of records after `settled` that were already reported, by name.
  var told: [String: Int64] = [:]
  /// The time up to which everything was committed when the current fetch first reached uncommitted
  /// records; nil before.
  var bound: Int64?

  private enum CodingKeys: String, CodingKey {
    case settled = "s"
    case position = "p"
    case bound = "b"
    case told = "t"
  }

  init() {}

  init?(_ text: String) {
    // No server has negative times, and differences to other times would overflow.
    guard let cursor = try? JSONDecoder().decode(KintoCursor.self, from: Data(text.utf8)),
      cursor.settled >= 0, cursor.position >= 0
    else { return nil }
    self = cursor
  }

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// Ends a page, and the fetch if there are no more pages.
  ///
  /// - Parameters:
  ///   - now: The server's time.
  ///   - margin: The maximum duration of the server's transactions in milliseconds.
  ///   - hasMore: Whether the fetch continues.
  mutating func endPage(at now: Int64, margin: Int64, hasMore: Bool) {
    if bound == nil, position > now - margin { bound = now - margin }
    settled = max(settled, min(position, bound ?? position))
    told = told.filter { $0.value > settled }
    guard !hasMore else { return }
    (position, bound) = (settled, nil)
  }
}
