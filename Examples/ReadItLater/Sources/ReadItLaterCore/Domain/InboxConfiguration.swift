// swift-format-ignore-file: BeginDocumentationCommentWithOneLineSummary

//
//  InboxConfiguration.swift
//  ReadItLater
//
//  Inbox機能の設定値を定義
//

import Foundation

/// Inboxの設定値
package enum InboxConfiguration {
  /// inbox内の最大保存数
  /// この数を超える場合は新規追加を拒否
  package static let maxItems: Int = 50

  /// 警告を表示する閾値（最大数の80%）
  package static var warningThreshold: Int {
    Int(Double(maxItems) * 0.8)
  }

  /// Whether to warn about an inbox with this number of bookmarks.
  package static func warns(at count: Int) -> Bool { count >= warningThreshold }
}
