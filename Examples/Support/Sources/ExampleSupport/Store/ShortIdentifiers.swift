import Foundation

/// Identifiers shortened as far as they stay unambiguous.
package struct ShortIdentifiers {
  /// Shorter ones would soon become ambiguous when things are added.
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
