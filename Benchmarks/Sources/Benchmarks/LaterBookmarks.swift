import BenchmarkCommon
import Foundation
import OpenSwiftData

/// Bookmarks of a version with one more optional attribute.
enum AnnotatedSchema {
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
    var note: String?

    init(id: UUID, createdAt: Date) {
      self.id = id
      self.createdAt = createdAt
      (url, title, statusRawValue) = ("", "", "")
      statusChangedAt = createdAt
      (visits, score) = (0, 0)
    }
  }
}

/// Bookmarks of a version with a new attribute that has a value in every row, and without another
/// attribute.
enum RatedSchema {
  @Model final class Bookmark {
    #Index<Bookmark>([\.statusRawValue, \.createdAt])

    @Attribute(.unique) var id: UUID
    var createdAt: Date
    var url: String
    var title: String
    var statusRawValue: String
    var statusChangedAt: Date
    var visits: Int
    var rating: Int = 3

    init(id: UUID, createdAt: Date) {
      self.id = id
      self.createdAt = createdAt
      (url, title, statusRawValue) = ("", "", "")
      statusChangedAt = createdAt
      visits = 0
    }
  }
}
