import Foundation

/// The contents of one bookmark.
package struct BookmarkValues {
  package var id: UUID
  package var createdAt: Date
  package var url: String
  package var title: String
  package var statusRawValue: String
  package var statusChangedAt: Date
  package var visits: Int
  package var score: Double

  package init(
    id: UUID, createdAt: Date, url: String, title: String, statusRawValue: String,
    statusChangedAt: Date, visits: Int, score: Double
  ) {
    (self.id, self.createdAt, self.url, self.title) = (id, createdAt, url, title)
    (self.statusRawValue, self.statusChangedAt) = (statusRawValue, statusChangedAt)
    (self.visits, self.score) = (visits, score)
  }
}

extension BookmarkValues {
  package static let statuses = ["unread", "reading", "read", "archived"]

  /// The creation date of the first bookmark; each further one is created a minute later.
  package static let firstDate = Date(timeIntervalSinceReferenceDate: 700_000_000)
  package static let secondsBetween = 60.0

  /// Returns the same `count` bookmarks at each call: `visits` counts from 0, and statuses
  /// alternate.
  package static func make(_ count: Int) -> [BookmarkValues] {
    var random = SplitMix64(state: 20_240_607)
    return (0..<count).map { number in
      let created = firstDate + Double(number) * secondsBetween
      return BookmarkValues(
        id: random.uuid(), createdAt: created,
        url: "https://www.example.com/articles/\(1_000_000 + number)/how-things-are-made",
        title: "How things are made, part \(1_000_000 + number)",
        statusRawValue: statuses[number % statuses.count],
        statusChangedAt: created + Double(random.next() % 86_400), visits: number,
        score: Double(random.next() >> 11) * 0x1p-53)
    }
  }
}
