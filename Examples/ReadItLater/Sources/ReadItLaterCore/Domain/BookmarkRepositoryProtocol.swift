package protocol BookmarkRepositoryProtocol {
  // MARK: - 基本CRUD

  func add(_ bookmarkData: BookmarkData)
  func delete(_ bookmark: Bookmark)
  func delete(_ bookmarks: [Bookmark])

  // MARK: - 状態管理（新規追加）

  /// ブックマークの状態を更新
  func updateStatus(_ bookmark: Bookmark, to status: BookmarkStatus)

  /// 指定した状態のブックマーク数を取得
  func countByStatus(_ status: BookmarkStatus) -> Int

  /// inboxに追加可能かチェック
  func canAddToInbox() -> Bool

  /// inboxの残り枠数を取得
  func remainingInboxCapacity() -> Int
}
