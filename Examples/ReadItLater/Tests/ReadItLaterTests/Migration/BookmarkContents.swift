import ExampleTestSupport
import Foundation
import SwiftData

@testable import ReadItLaterCore

/// The contents of a store of bookmarks, as plain values sorted by identifier.
struct BookmarkContents: Equatable, Sendable {
  struct Row: Equatable {
    var id: UUID
    var createdAt: Date
    var url: String?
    /// Since version 2.
    var title: String?
    /// Since version 3.
    var status: String?
    /// Since version 3; nil represents the time of the migration that added it.
    var statusChangedAt: Date?
  }

  var rows: [Row]

  init(_ rows: [Row]) {
    self.rows = rows.sorted { $0.id.uuidString < $1.id.uuidString }
  }
}

extension BookmarkContents {
  /// The versions, oldest first.
  static let versions = [
    StoreVersion(
      AppV1Schema.self, plan: PlanToV1.self,
      insert: { (contents: BookmarkContents, context) in
        for row in contents.rows { context.insert(AppV1Schema.Bookmark(row)) }
      },
      read: { context in
        BookmarkContents(
          try context.fetch(FetchDescriptor<AppV1Schema.Bookmark>()).map {
            Row(id: $0.id, createdAt: $0.createdAt, url: $0.url)
          })
      }),
    StoreVersion(
      AppV2Schema.self, plan: PlanToV2.self,
      insert: { contents, context in
        for row in contents.rows { context.insert(AppV2Schema.Bookmark(row)) }
      },
      read: { context in
        BookmarkContents(
          try context.fetch(FetchDescriptor<AppV2Schema.Bookmark>()).map {
            Row(id: $0.id, createdAt: $0.createdAt, url: $0.url, title: $0.title)
          })
      }),
    StoreVersion(
      AppV3Schema.self, plan: AppMigrationPlan.self,
      insert: { contents, context in
        for row in contents.rows { context.insert(AppV3Schema.Bookmark(row)) }
      },
      read: { context in
        BookmarkContents(
          try context.fetch(FetchDescriptor<AppV3Schema.Bookmark>()).map {
            Row(
              id: $0.id, createdAt: $0.createdAt, url: $0.url, title: $0.title,
              status: $0.statusRawValue, statusChangedAt: $0.statusChangedAt)
          })
      }),
  ]

  private enum PlanToV1: SchemaMigrationPlan {
    static let schemas: [any VersionedSchema.Type] = [AppV1Schema.self]
    static let stages: [MigrationStage] = []
  }

  private enum PlanToV2: SchemaMigrationPlan {
    static let schemas: [any VersionedSchema.Type] = [AppV1Schema.self, AppV2Schema.self]
    static let stages: [MigrationStage] = []
  }
}

extension AppV1Schema.Bookmark {
  fileprivate convenience init(_ row: BookmarkContents.Row) {
    self.init(url: "")
    (id, createdAt, url) = (row.id, row.createdAt, row.url)
  }
}

extension AppV2Schema.Bookmark {
  fileprivate convenience init(_ row: BookmarkContents.Row) {
    self.init(url: "")
    (id, createdAt, url, title) = (row.id, row.createdAt, row.url, row.title)
  }
}

extension AppV3Schema.Bookmark {
  fileprivate convenience init(_ row: BookmarkContents.Row) {
    self.init(url: "")
    (id, createdAt, url, title) = (row.id, row.createdAt, row.url, row.title)
    if let status = row.status { statusRawValue = status }
    if let changedAt = row.statusChangedAt { statusChangedAt = changedAt }
  }
}
