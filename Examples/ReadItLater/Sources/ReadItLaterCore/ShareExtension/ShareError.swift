import Foundation

package enum ShareError: LocalizedError {
  case noURLFound
  case containerInitFailed
  case bookmarkCreationFailed(Bookmark.CreationError)
  case inboxFull  // 追加

  package var errorDescription: String? {
    switch self {
    case .noURLFound:
      return "URLが見つかりませんでした"
    case .containerInitFailed:
      return "データベースの初期化に失敗しました"
    case .bookmarkCreationFailed(let error):
      return "ブックマークの作成に失敗しました: \(error.localizedDescription)"
    case .inboxFull:
      return "Inboxが上限に達しています。既存のアイテムを整理してください。"
    }
  }
}
