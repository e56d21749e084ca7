import ExampleTestSupport
import Foundation

extension BookmarkContents {
  static let history = StoreHistory(
    system: "ReadItLater", versions: versions, sample: sample, expected: expected,
    normalized: { try withoutTimesOfMigration($0) })

  private struct WrongTimes: Error {
    var times: Set<Date>
  }

  private static func sample(_ version: Int) -> BookmarkContents {
    BookmarkContents(
      (0..<40).map { number in
        let status = ["inbox", "bookmark", "archive", "of a later version"][number % 4]
        return Row(
          id: id(number),
          createdAt: Date(timeIntervalSinceReferenceDate: 750_000_000.000_001 * Double(number)),
          url: number % 7 == 3 ? nil : "https://example.com/読む/\(number)?a=b&c=‘’",
          title: version < 1 || number % 5 == 2 ? nil : "Title \(number) 👩‍👩‍👧\n\u{0}end",
          status: version < 2 ? nil : status,
          statusChangedAt: version < 2
            ? nil : Date(timeIntervalSinceReferenceDate: 760_000_000 + Double(number) / 3))
      })
  }

  private static func id(_ number: Int) -> UUID {
    let byte = UInt8(number)
    return UUID(uuid: (byte, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255 - byte))
  }

  /// Existing bookmarks go to the inbox, as the design specifies.
  private static func expected(
    _ contents: BookmarkContents, _ step: StoreHistory<BookmarkContents>.Step
  ) -> BookmarkContents {
    guard step.from < 2, step.to == 2 else { return contents }
    return BookmarkContents(
      contents.rows.map { row in
        var row = row
        row.status = "inbox"
        return row
      })
  }

  /// Replaces the time of a migration, which is the same for all rows, with nil.
  private static func withoutTimesOfMigration(
    _ contents: BookmarkContents
  ) throws -> BookmarkContents {
    let times = Set(contents.rows.compactMap(\.statusChangedAt))
    guard let time = times.first, abs(time.timeIntervalSinceNow) < 86_400 else { return contents }
    guard times.count == 1 else { throw WrongTimes(times: times) }
    return BookmarkContents(
      contents.rows.map { row in
        var row = row
        row.statusChangedAt = nil
        return row
      })
  }
}
