import Foundation
import OpenSwiftData

/// The model that every workload reads and writes: common types, two longer strings, a unique key
/// and a compound index.
@Model package final class Bookmark {
  #Index<Bookmark>([\.statusRawValue, \.createdAt])

  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var url: String
  package var title: String
  package var statusRawValue: String
  package var statusChangedAt: Date
  package var visits: Int
  package var score: Double

  package init(_ values: BookmarkValues) {
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

extension Bookmark {
  /// A number that depends on every property, so that each must be read.
  package var checksum: UInt64 {
    let idBits = withUnsafeBytes(of: id.uuid) { $0.load(as: UInt64.self) }
    var sum = idBits &+ createdAt.timeIntervalSinceReferenceDate.bitPattern
    sum &+= UInt64(url.utf8.count) &+ UInt64(title.utf8.count)
    sum &+= UInt64(statusRawValue.utf8.count)
    sum &+= statusChangedAt.timeIntervalSinceReferenceDate.bitPattern
    return sum &+ UInt64(visits) &+ score.bitPattern
  }
}
