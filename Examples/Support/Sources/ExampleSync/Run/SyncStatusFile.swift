import DataSync
import ExampleSupport
import Foundation

/// The status of a store's last sync, in a file next to it.
package struct SyncStatusFile: Sendable {
  /// The results of syncs.
  package struct Contents: Codable, Equatable, Sendable {
    /// The time of the last successful sync.
    package var lastSync: Date?
    /// The reason that the last sync failed; nil if it succeeded.
    package var lastError: String?
    /// The time of the next automatic attempt.
    package var nextTry: Date?
    /// The number of failures since the last success.
    package var failures = 0
  }

  private let url: URL

  /// Creates the status file of a store.
  package init(ofStore store: URL) {
    url = URL(fileURLWithPath: store.path + "-sync-status")
  }

  /// The contents of the file; empty if it does not exist or cannot be read.
  package var contents: Contents {
    guard FileKind(ofPath: url.path) == .file, let data = try? Data(contentsOf: url) else {
      return Contents()
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return (try? decoder.decode(Contents.self, from: data)) ?? Contents()
  }

  /// Records a successful sync.
  func noteSuccess(at now: Date) throws { try write(Contents(lastSync: now)) }

  /// Records a failed sync, and when to retry: the delay doubles each time, up to an hour.
  func note(_ error: SyncError, at now: Date) throws {
    var contents = contents
    contents.lastError = error.message
    contents.failures += 1
    let delay = min(3_600, 5 * Double(1 << min(contents.failures - 1, 10)))
    contents.nextTry =
      error.isTransient ? now.addingTimeInterval(max(delay, error.retryAfter ?? 0)) : nil
    try write(contents)
  }

  /// Clears the last failure, so that the next sync is tried immediately.
  func forgetFailure() throws {
    let known = contents
    if known.lastError != nil { try write(Contents(lastSync: known.lastSync)) }
  }

  private func write(_ contents: Contents) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.dateEncodingStrategy = .iso8601
    try encoder.encode(contents).write(to: url, options: .atomic)
  }
}
