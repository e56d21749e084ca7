import ExampleSupport
import ReadItLaterCore

/// `share TEXT`.
struct ShareCommand: Command {
  static let name = "share"
  static let synopsis = "TEXT"
  static let summary =
    "Add the first address in a text to the inbox, as the app's share sheet does."
  static let details = """
    The rest of the text becomes the title. Messages are those of the share sheet, in Japanese.
    """

  let text: String

  init(_ invocation: Invocation) throws {
    text = try invocation.arguments(1...1)[0]
  }

  func run(in session: Session) async throws -> ExitCode {
    // The share sheet reports that a store cannot be opened in its own words.
    let store = try? await session.openStore()
    do {
      try await ShareController(modelContainer: store?.container).saveBookmark(sharedText: text)
    } catch BookmarkError.addressStored(let address, _, let status) {
      throw CommandFailure(
        "\(address) はすでに\(status.displayName)に保存されています。",
        advice: "readitlater list \(status.rawValue)", .exists)
    }
    try session.print(["status": BookmarkStatus.inbox.rawValue]) { "Inboxに保存しました。" }
    if let store { store.warnAboutInbox(on: session.terminal) }
    return .success
  }
}
