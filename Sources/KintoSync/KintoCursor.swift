import Foundation

/// How far a reading of a collection is.
///
/// A Kinto on PostgreSQL gives a record its time before the transaction is committed, so a record may turn up
/// with a time before that of others that were read already. So readings go back to where all is sure to be
/// committed, and leave out what was told. What is committed is known at the beginning of what is not, and no
/// later: what earlier pages had nothing of may have been committed by the time of the last one.
struct KintoCursor: Codable {
  /// The time, in milliseconds, up to which nothing is missing.
  var settled: Int64 = 0
  /// The time up to which the reading that is under way is.
  var position: Int64 = 0
  /// The times of the records after `settled` that were told, by name.
  var told: [String: Int64] = [:]
  /// The time up to which all was committed when the reading that is under way came to what was not; nil
  /// before.
  var bound: Int64?

  private enum CodingKeys: String, CodingKey {
    case settled = "s"
    case position = "p"
    case bound = "b"
    case told = "t"
  }

  init() {}

  init?(_ text: String) {
    // No server has negative times, and the distance from others would overflow.
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

  /// Ends a page, and a reading where there is no more.
  ///
  /// - Parameters:
  ///   - now: The server's time.
  ///   - margin: How long a transaction of the server may take, in milliseconds.
  ///   - hasMore: Whether the reading goes on.
  mutating func endPage(at now: Int64, margin: Int64, hasMore: Bool) {
    if bound == nil, position > now - margin { bound = now - margin }
    settled = max(settled, min(position, bound ?? position))
    told = told.filter { $0.value > settled }
    guard !hasMore else { return }
    (position, bound) = (settled, nil)
  }
}
