import ExampleSupport
import Foundation
import ReadItLaterCore
import SwiftData

/// `move ID STATUS`.
struct MoveCommand: Command {
  static let name = "move"
  static let synopsis = "ID " + BookmarkStatus.choices
  static let summary = "Give a bookmark another status."
  static let details = "ID is the beginning of the bookmark's identifier, as list shows it."

  let identifier: String
  let status: BookmarkStatus

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(2...2)
    identifier = arguments[0]
    status = try BookmarkStatus(argument: arguments[1], of: Self.self)
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let bookmark = try store.bookmark(identifiedBy: identifier)
    let former = bookmark.status
    if former != status {
      guard status != .inbox || store.repository.canAddToInbox() else {
        throw CommandFailure.inboxFull
      }
      store.repository.updateStatus(bookmark, to: status)
      try store.context.save()
    }
    try session.print(BookmarkRecord(bookmark)) {
      let name = (bookmark.title.flatMap { $0.isEmpty ? nil : $0 } ?? bookmark.url ?? "").printable
      return former == status
        ? "“\(name)” is in \(status.displayName) already."
        : "Moved “\(name)” from \(former.displayName) to \(status.displayName)."
    }
    return .success
  }
}
