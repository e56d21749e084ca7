// swift-format-ignore-file: BeginDocumentationCommentWithOneLineSummary

import Foundation
import SwiftData

/// ブックマークの状態を表すenum
/// - inbox: 新規追加されたURL、最大50件制限あり
/// - bookmark: 定期的に見たいURL
/// - archive: 読み終わったURL
package enum BookmarkStatus: String, Codable, CaseIterable {
  case inbox = "inbox"
  case bookmark = "bookmark"
  case archive = "archive"

  package var displayName: String {
    switch self {
    case .inbox: return "Inbox"
    case .bookmark: return "Bookmarks"
    case .archive: return "Archive"
    }
  }
}

/// The first version, which only stored addresses.
package struct AppV1Schema: VersionedSchema {
  package static let models: [any PersistentModel.Type] = [Bookmark.self]
  package static let versionIdentifier: Schema.Version = .init(1, 0, 0)

  @Model
  package final class Bookmark {
    package var id: UUID = UUID()
    package var createdAt: Date = Date.now
    package var url: String?

    package init(url: String) {
      self.url = url
    }
  }
}

/// The second version, which added titles.
package struct AppV2Schema: VersionedSchema {
  package static let models: [any PersistentModel.Type] = [Bookmark.self]
  package static let versionIdentifier: Schema.Version = .init(2, 0, 0)

  @Model
  package final class Bookmark {
    package var id: UUID = UUID()
    package var createdAt: Date = Date.now
    package var url: String?
    package var title: String?

    package init(url: String, title: String = "") {
      self.url = url
      self.title = title
    }
  }
}

package struct AppV3Schema: VersionedSchema {
  package static let models: [any PersistentModel.Type] = [Bookmark.self]
  package static let versionIdentifier: Schema.Version = .init(3, 0, 0)

  @Model
  package final class Bookmark {
    // Each tab fetches one status. The index does not change the version's hash, and so not its
    // stores.
    #Index<Bookmark>([\.statusRawValue])

    package var id: UUID = UUID()
    package var createdAt: Date = Date.now
    package var url: String?
    package var title: String?

    // 新規追加プロパティ
    package var statusRawValue: String = BookmarkStatus.inbox.rawValue
    package var statusChangedAt: Date = Date.now

    // 型安全なアクセス用computed property
    package var status: BookmarkStatus {
      get { BookmarkStatus(rawValue: statusRawValue) ?? .inbox }
      set {
        statusRawValue = newValue.rawValue
        statusChangedAt = Date.now
      }
    }

    package init(url: String, title: String = "", status: BookmarkStatus = .inbox) {
      self.url = url
      self.title = title
      self.statusRawValue = status.rawValue
      self.statusChangedAt = Date.now
    }
  }
}
