// swift-format-ignore-file: BeginDocumentationCommentWithOneLineSummary

import Foundation

/// 現在のスキーマバージョンのBookmarkモデルへのtype alias
package typealias Bookmark = AppV3Schema.Bookmark

extension Bookmark {
  package var safeTitle: String {
    title ?? "No title"
  }

  package var maybeURL: URL? {
    URL(string: url ?? "")
  }

  /// 状態の表示名
  package var statusDisplayName: String {
    status.displayName
  }
}
