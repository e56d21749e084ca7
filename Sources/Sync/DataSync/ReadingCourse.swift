import SyncPort

/// Tracks the progress of a fetch, to end fetches that would never finish.
///
/// A faulty server may repeat a cursor, send the same records forever, or expire every cursor as
/// soon as it returned it.
struct ReadingCourse {
  /// The number of times that one sync may start a full fetch; a sound server may also expire its
  /// cursors during a fetch.
  private static let maximumRestarts = 3
  /// The number of consecutive pages that may contain only records that were already received.
  private static let maximumRepeats = 2_500

  private var passed: Set<String> = []
  private var restarts = 0
  /// The hashes of the names of all records received.
  private var told: Set<Int> = []
  private var repeats = 0

  /// Checks the cursor of a page before the page is accepted.
  ///
  /// - Throws: `SyncError` of the kind `badAnswer` if the fetch already used the cursor.
  func check(_ page: SyncPage, from cursor: String?) throws {
    guard page.hasMore, page.cursor == cursor || passed.contains(page.cursor) else { return }
    throw SyncError(
      .badAnswer,
      "Cannot finish the fetch: the server reports more changes but returned a cursor that it returned before.",
      advice: Self.advice)
  }

  /// Updates the progress after a page was accepted.
  ///
  /// - Throws: `SyncError` of the kind `badAnswer` if the server sent nothing new for too many
  ///   pages.
  mutating func note(_ page: SyncPage) throws {
    passed.insert(page.cursor)
    let count = told.count
    for change in page.changes { told.insert(change.name.hashValue) }
    repeats = told.count > count ? 0 : repeats + 1
    guard page.hasMore, repeats > Self.maximumRepeats else { return }
    throw SyncError(
      .badAnswer,
      "Cannot finish the fetch: the server reports more changes but sent no new record in \(repeats) pages.",
      advice: Self.advice)
  }

  private static let advice =
    "Changes fetched so far are kept. If this happens again, fix the server or its provider."

  /// Forgets the cursors used so far, because another process has continued the fetch.
  mutating func forget() { passed = [] }

  /// Starts over with a full fetch, because the server no longer knows the cursor.
  ///
  /// - Throws: `error` if that happened too often.
  mutating func restart(after error: SyncError) throws {
    guard restarts < Self.maximumRestarts else { throw error }
    restarts += 1
    passed = []
  }
}
