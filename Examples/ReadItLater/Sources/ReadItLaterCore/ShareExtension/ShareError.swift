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
      return "ブックマークの作成に失敗しました: \(error.japaneseDescription)"
    case .inboxFull:
      return "Inboxが上限に達しています。既存のアイテムを整理してください。"
    }
  }

  package var recoverySuggestion: String? {
    switch self {
    case .noURLFound, .bookmarkCreationFailed:
      "http:// または https:// で始まるURLを共有してください。"
    case .containerInitFailed: "アプリを開いて、データベースの状態を確認してください。"
    case .inboxFull: "Inboxに入るのは\(InboxConfiguration.maxItems)件までです。"
    }
  }
}
