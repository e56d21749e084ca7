import ExampleSupport
import Foundation
import ReadItLaterCore

/// `add URL [TITLE]`.
struct AddCommand: Command {
  static let name = "add"
  static let synopsis = "URL [TITLE]"
  static let summary = "Add a bookmark to the inbox."

  let url: String
  let title: String?

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(1...2)
    url = arguments[0]
    title = arguments.count > 1 ? arguments[1] : nil
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    if let address = try? WebAddress(url), let known = try store.bookmark(at: address) {
      throw CommandFailure(
        "\(address.text) is in \(known.statusDisplayName) already, "
          + "as \(try store.shortIdentifiers()[known.id]).")
    }
    do {
      try await ShareController(modelContainer: store.container)
        .saveBookmark(url: url, title: title)
    } catch ShareError.inboxFull {
      throw CommandFailure.inboxFull
    } catch let error as ShareError {
      throw CommandFailure(
        error.localizedDescription)
    }
    guard let added = try store.bookmark(at: try WebAddress(url)) else {
      throw CommandFailure(
        "The bookmark was saved, yet the store does not show it. Look in: "
          + "readitlater list inbox")
    }
    let identifiers = try store.shortIdentifiers()
    try session.print(BookmarkRecord(added)) {
      "Added \(identifiers[added.id]) to \(added.statusDisplayName)."
    }
    return .success
  }
}
