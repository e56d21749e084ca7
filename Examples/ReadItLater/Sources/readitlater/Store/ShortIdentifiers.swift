import Foundation

/// Identifiers cut to the length at which each still names one bookmark only.
struct ShortIdentifiers {
  /// Shorter ones would become ambiguous with the next bookmarks added.
  private static let minimumLength = 4

  let length: Int

  init(_ ids: [UUID]) {
    let sorted = ids.map { Array($0.uuidString.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    let shared = zip(sorted, sorted.dropFirst()).map { first, second in
      zip(first, second).prefix { $0 == $1 }.count
    }
    length = max(Self.minimumLength, (shared.max() ?? 0) + 1)
  }

  subscript(id: UUID) -> String {
    String(id.uuidString.lowercased().prefix(length))
  }
}
