// swift-format-ignore-file: BeginDocumentationCommentWithOneLineSummary

/// Bookmarkの作成時に使用するデータ転送オブジェクト
package struct BookmarkData: Equatable {
  package let url: String
  package let title: String
  package let status: BookmarkStatus  // 追加

  package init(url: String, title: String, status: BookmarkStatus = .inbox) {
    self.url = url
    self.title = title
    self.status = status
  }
}
