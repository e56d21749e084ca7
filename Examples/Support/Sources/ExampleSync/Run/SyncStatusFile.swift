import DataSync
import ExampleSupport
import Foundation

/// What is known of the last sync of a store, in a file beside it.
package struct SyncStatusFile: Sendable {
  /// What came of syncs.
  package struct Contents: Codable, Equatable, Sendable {
    /// When a sync ended well last.
    package var lastSync: Date?
    /// Why the last sync failed; nil where it did not.
    package var lastError: String?
    /// When it is tried again by itself.
    package var nextTry: Date?
    /// How many syncs have failed since one ended well.
    package var failures = 0
  }

  private let url: URL

  /// The file of a store.
  package init(ofStore store: URL) {
    url = URL(fileURLWithPath: store.path + "-sync-status")
  }

  /// What the file has; nothing where there is none, or none that can be read.
  package var contents: Contents {
    guard FileKind(ofPath: url.path) == .file, let data = try? Data(contentsOf: url) else {
      return Contents()
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return (try? decoder.decode(Contents.self, from: data)) ?? Contents()
  }

  /// Notes that a sync ended well.
  func noteSuccess(at now: Date) throws { try write(Contents(lastSync: now)) }

  /// Notes that a sync failed, and when it is tried again: each time after twice as long, at most an hour.
  func note(_ error: SyncError, at now: Date) throws {
    var contents = contents
    contents.lastError = error.message
    contents.failures += 1
    let delay = min(3_600, 5 * Double(1 << min(contents.failures - 1, 10)))
    contents.nextTry =
      error.isTransient ? now.addingTimeInterval(max(delay, error.retryAfter ?? 0)) : nil
    try write(contents)
  }

  /// Forgets why the last sync failed, so that the next one is tried at once.
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
