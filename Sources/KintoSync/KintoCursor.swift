import Foundation

/// How far a reading of a collection is.
///
/// A Kinto on PostgreSQL gives a record its time before the transaction is committed, so a record may turn up
/// with a time before that of others that were read already. So readings go back to where all is sure to be
/// committed, and leave out what was told.
struct KintoCursor: Codable {
  /// The time, in milliseconds, up to which nothing is missing.
  var settled: Int64 = 0
  /// The time up to which the reading that is under way is.
  var position: Int64 = 0
  /// The times of the records after `settled` that were told, by name.
  var told: [String: Int64] = [:]

  private enum CodingKeys: String, CodingKey {
    case settled = "s"
    case position = "p"
    case told = "t"
  }

  init() {}

  init?(_ text: String) {
    guard let cursor = try? JSONDecoder().decode(KintoCursor.self, from: Data(text.utf8)) else {
      return nil
    }
    self = cursor
  }

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// Forgets what the next reading does not go back to, so that a cursor is small however long a reading is.
  ///
  /// - Parameters:
  ///   - now: The server's time.
  ///   - margin: How long a transaction of the server may take, in milliseconds.
  mutating func prune(at now: Int64, margin: Int64) {
    told = told.filter { $0.value > now - margin }
  }

  /// Ends a reading.
  ///
  /// - Parameters:
  ///   - now: The server's time.
  ///   - margin: How long a transaction of the server may take, in milliseconds.
  mutating func end(at now: Int64, margin: Int64) {
    settled = max(settled, min(position, now - margin))
    position = settled
    told = told.filter { $0.value > settled }
  }
}
