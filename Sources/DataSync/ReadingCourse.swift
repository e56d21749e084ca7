import SyncPort

/// Where a reading of a server has been: one that leads in a circle, or forgets each place as soon as it was told,
/// would be read for ever.
struct ReadingCourse {
  /// How often everything is read anew in one sync; a server may well forget its changes while it is read.
  private static let maximumRestarts = 3

  private var passed: Set<String> = []
  private var restarts = 0

  /// Looks at where a page leads, before it is accepted.
  ///
  /// - Throws: `SyncError`, of the kind `badAnswer` where the place was passed before.
  func check(_ page: SyncPage, from cursor: String?) throws {
    guard page.hasMore, page.cursor == cursor || passed.contains(page.cursor) else { return }
    throw SyncError(
      .badAnswer,
      "The server says that there is more to read, and leads to a place that was read before.",
      advice:
        "What was read so far stays. If it happens again, mend the server or its provider."
    )
  }

  /// Notes that a page was accepted.
  mutating func note(_ page: SyncPage) { passed.insert(page.cursor) }

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
