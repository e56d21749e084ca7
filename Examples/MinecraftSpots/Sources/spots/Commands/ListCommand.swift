import ExampleSupport
import MinecraftSpotsCore

/// `list`.
struct ListCommand: Command {
  static let name = "list"
  static let synopsis = "[--world WORLD] [--with-photo|--without-photo]"
  static let summary = "Show spots, newest first."
  static let options = SpotFilter.options

  let filter: SpotFilter

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
    filter = try SpotFilter(invocation)
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let query = try await filter.query(in: store)
    let items = try await store.items.items(query)
    // A short ID must be unambiguous among all spots, including those not shown.
    let identifiers = ShortIdentifiers(
      texts:
        query == ItemQuery() ? items.map(\.id) : try await store.items.items().map(\.id))
    try session.print(items.map { SpotRecord($0) }) {
      guard !items.isEmpty else { return SpotTable.nothing }
      return SpotTable(items).lines(identifiers, on: session.terminal).joined(separator: "\n")
    }
    return .success
  }
}
