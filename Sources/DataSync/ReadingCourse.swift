import SyncPort

/// Where a reading of a server has been: one that leads in a circle, tells the same records for ever, or forgets each
/// place as soon as it was told, would be read for ever.
struct ReadingCourse {
  /// How often everything is read anew in one sync; a server may well forget its changes while it is read.
  private static let maximumRestarts = 3
  /// How many pages in a row may tell no record that was not told before.
  private static let maximumRepeats = 2_500

  private var passed: Set<String> = []
  private var restarts = 0
  /// The hashes of the names of records that were told.
  private var told: Set<Int> = []
  private var repeats = 0

  /// Looks at where a page leads, before it is accepted.
  ///
  /// - Throws: `SyncError`, of the kind `badAnswer` where the place was passed before.
  func check(_ page: SyncPage, from cursor: String?) throws {
    guard page.hasMore, page.cursor == cursor || passed.contains(page.cursor) else { return }
    throw SyncError(
      .badAnswer,
      "The server says that there is more to read, and leads to a place that was read before.",
      advice: Self.advice)
  }

  /// Notes that a page was accepted.
  ///
  /// - Throws: `SyncError` of the kind `badAnswer` where the server has told nothing new for too long.
  mutating func note(_ page: SyncPage) throws {
    passed.insert(page.cursor)
    let count = told.count
    for change in page.changes { told.insert(change.name.hashValue) }
    repeats = told.count > count ? 0 : repeats + 1
    guard page.hasMore, repeats > Self.maximumRepeats else { return }
    throw SyncError(
      .badAnswer,
      "The server says that there is more to read, and told no other record in \(repeats) pages.",
      advice: Self.advice)
  }

  private static let advice =
    "What was read so far stays. If it happens again, mend the server or its provider."

  /// Forgets the places, since another process has read on meanwhile.
  mutating func forget() { passed = [] }

  /// Begins with nothing, since the server does not know the cursor any more.
  ///
  /// - Throws: `error`, where that has happened too often.
  mutating func restart(after error: SyncError) throws {
    guard restarts < Self.maximumRestarts else { throw error }
    restarts += 1
    passed = []
  }
}
