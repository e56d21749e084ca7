import ExampleSupport
import MinecraftSpotsCore

/// `nearest X Y Z`.
struct NearestCommand: Command {
  static let name = "nearest"
  static let synopsis = "X Y Z [--count N] [--world WORLD]"
  static let summary = "Show the spots closest to a place, with their distances in blocks."
  static let options = SpotFilter.options.union([.count])

  private static let usualCount = 5

  let place: Coordinates
  let count: Int
  let filter: SpotFilter

  init(_ invocation: Invocation) throws {
    place = try Coordinates(arguments: invocation.arguments(3...3)[...], of: Self.self)
    count =
      try invocation[.count].map { text in
        guard let count = Int(text), count > 0 else {
          throw UsageError("--count must be 1 or more, not “\(text)”.", about: Self.self)
        }
        return count
      } ?? Self.usualCount
    filter = try SpotFilter(invocation)
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let query = try await filter.query(in: store)
    let matches = try await store.items.nearestItems(to: place, count: count, among: query)
    let identifiers = ShortIdentifiers(texts: try await store.items.items().map(\.id))
    try session.print(matches.map { SpotRecord($0.item, distance: $0.distance) }) {
      guard !matches.isEmpty else { return SpotTable.nothing }
      return SpotTable(matches).lines(identifiers, on: session.terminal).joined(separator: "\n")
    }
    return .success
  }
}
