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
    let address = try Self.address(url)
    let store = try await session.openStore()
    if let known = try store.bookmark(at: address) {
      let id = try store.shortIdentifiers()[known.id]
      throw CommandFailure(
        "\(address.text) is already in \(known.statusDisplayName), as \(id).",
        advice: "Move it with: readitlater move \(id) \(BookmarkStatus.choices)", .exists)
    }
    try await ShareController(modelContainer: store.container)
      .saveBookmark(url: url, title: title)
    guard let added = try store.bookmark(at: address) else {
      throw CommandFailure(
        "The bookmark was saved, but was not found in the store afterwards.",
        advice: "Look for it with: readitlater list inbox")
    }
    let identifiers = try store.shortIdentifiers()
    try session.print(BookmarkRecord(added)) {
      "Added \(identifiers[added.id]) to \(added.statusDisplayName)."
    }
    store.warnAboutInbox(on: session.terminal)
    return .success
  }

  private static func address(_ text: String) throws -> WebAddress {
    do {
      return try WebAddress(text)
    } catch {
      throw CommandFailure(error, .invalidAddress)
    }
  }
}
