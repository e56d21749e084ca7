import Foundation
import CommandLineTool

/// Finds one of several things that have identifiers and names.
package struct NamedItems<Item> {
  /// The minimum length of identifier prefixes; shorter ones would too often be words.
  private static var shortestPrefix: Int { 4 }

  private let kind: String
  private let listing: String
  private let items: [Item]
  private let id: (Item) -> String
  private let names: (Item) -> [String]

  /// - Parameters:
  ///   - kind: What each of them is, as in “There is no goal …”.
  ///   - listing: The command that lists them.
  ///   - items: The things.
  ///   - id: Returns the identifier of a thing.
  ///   - names: Returns the names of a thing; the first one is shown.
  package init(
    _ kind: String, listedBy listing: String, _ items: [Item], id: @escaping (Item) -> String,
    names: @escaping (Item) -> [String]
  ) {
    self.kind = kind
    self.listing = listing
    self.items = items
    self.id = id
    self.names = names
  }

  /// Finds the thing to which a text refers.
  ///
  /// A whole identifier is preferred, then a whole name, with the same case or any, and then the
  /// beginning of an identifier or a part of a name.
  ///
  /// - Parameter text: The user's input.
  /// - Returns: The thing.
  /// - Throws: `CommandFailure` if nothing matches, or more than one thing.
  package func item(named text: String) throws -> Item {
    let found = matches(text)
    guard let item = found.first else {
      throw CommandFailure(
        "There is no \(kind) “\(text.printable)”.",
        advice: "Give a name, a part of a name, or at least the first \(Self.shortestPrefix) "
          + "characters of an ID. To list them: \(listing)", .notFound)
    }
    guard found.count == 1 else {
      throw CommandFailure(
        "“\(text.printable)” matches \(found.count) \(kind)s.",
        advice: "Give the ID of the one you mean, or more of its name or ID.", .ambiguous,
        candidates: found.map(candidate))
    }
    return item
  }

  /// All things with a name, ignoring case.
  package func items(called name: String) -> [Item] {
    items.filter { item in names(item).contains { Self.isEqual($0, name) } }
  }

  private func matches(_ text: String) -> [Item] {
    let wanted = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !wanted.isEmpty else { return [] }
    let key = wanted.lowercased()
    let identified = items.filter { id($0).lowercased() == key }
    if !identified.isEmpty { return identified }
    let named = items.filter { names($0).contains(wanted) }
    if !named.isEmpty { return named }
    let alike = items(called: wanted)
    if !alike.isEmpty { return alike }
    return items.filter { item in
      key.count >= Self.shortestPrefix && id(item).lowercased().hasPrefix(key)
        || names(item).contains { $0.localizedStandardContains(wanted) }
    }
  }

  private func candidate(_ item: Item) -> CommandFailure.Candidate {
    CommandFailure.Candidate(
      id: id(item).lowercased(), name: (names(item).first ?? "").printable)
  }

  private static func isEqual(_ first: String, _ second: String) -> Bool {
    first.caseInsensitiveCompare(second) == .orderedSame
  }
}
