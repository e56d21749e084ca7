import Foundation
import OpenSwiftData

/// The model that every workload reads and writes: the usual types, two longer strings, a unique
/// key and a compound index.
@Model final class Bookmark {
  #Index<Bookmark>([\.statusRawValue, \.createdAt])

  @Attribute(.unique) var id: UUID
  var createdAt: Date
  var url: String
  var title: String
  var statusRawValue: String
  var statusChangedAt: Date
  var visits: Int
  var score: Double

  init(_ values: BookmarkValues) {
    id = values.id
    createdAt = values.createdAt
    url = values.url
    title = values.title
    statusRawValue = values.statusRawValue
    statusChangedAt = values.statusChangedAt
    visits = values.visits
    score = values.score
  }
}

/// The contents of one bookmark.
struct BookmarkValues {
  var id: UUID
  var createdAt: Date
  var url: String
  var title: String
  var statusRawValue: String
  var statusChangedAt: Date
  var visits: Int
  var score: Double
}

extension BookmarkValues {
  static let statuses = ["unread", "reading", "read", "archived"]

  /// When the first bookmark was made; each further one is made a minute later.
  static let firstDate = Date(timeIntervalSinceReferenceDate: 700_000_000)
  static let secondsBetween = 60.0

  /// The same `count` bookmarks at each call: `visits` counts from 0, statuses take turns.
  static func make(_ count: Int) -> [BookmarkValues] {
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

extension Bookmark {
  /// A number that depends on every property, so that none can be left unread.
  var checksum: UInt64 {
    let idBits = withUnsafeBytes(of: id.uuid) { $0.load(as: UInt64.self) }
    var sum = idBits &+ createdAt.timeIntervalSinceReferenceDate.bitPattern
    sum &+= UInt64(url.utf8.count) &+ UInt64(title.utf8.count)
    sum &+= UInt64(statusRawValue.utf8.count)
    sum &+= statusChangedAt.timeIntervalSinceReferenceDate.bitPattern
    return sum &+ UInt64(visits) &+ score.bitPattern
  }
}
