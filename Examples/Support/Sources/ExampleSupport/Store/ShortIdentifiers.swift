import Foundation

/// Identifiers cut to the length at which each still names one thing only.
package struct ShortIdentifiers {
  /// Shorter ones would become ambiguous with the next things added.
  private static let minimumLength = 4

  package let length: Int

  package init(_ ids: [UUID]) {
    self.init(texts: ids.map(\.uuidString))
  }

  package init(texts ids: [String]) {
    let sorted = ids.map { $0.lowercased() }.sorted()
    let shared = zip(sorted, sorted.dropFirst()).map { first, second in
      zip(first, second).prefix { $0 == $1 }.count
    }
    length = max(Self.minimumLength, (shared.max() ?? 0) + 1)
  }

  package subscript(id: UUID) -> String { self[id.uuidString] }

  package subscript(id: String) -> String { String(id.lowercased().prefix(length)) }
}
