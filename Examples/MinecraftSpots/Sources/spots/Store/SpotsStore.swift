import ExampleSupport
import Foundation
import MinecraftSpotsCore
import SwiftData

/// An open store and what commands do with it.
struct SpotsStore {
  let container: ModelContainer
  let items: ItemsUseCase
  let worlds: WorldsUseCase

  init(container: ModelContainer, settings: SyncSettings) {
    self.container = container
    let syncManager = settings.provider.makeManager(settings: settings)
    items = ItemsUseCase(
      repository: ItemsRepositoryImpl(
        localDataSource: ItemsSwiftDataSourceImpl(container: container), syncManager: syncManager))
    worlds = WorldsUseCase(
      repository: WorldsRepositoryImpl(
        localDataSource: WorldsSwiftDataSourceImpl(container: container), syncManager: syncManager))
  }

  /// The one world that has a name, or whose identifier begins with a text.
  /// - Throws: `CommandFailure` where there is none, or more than one.
  func world(named text: String) async throws -> World {
    let worlds = try await worlds.worlds()
    let named = worlds.filter { $0.name == text }
    return try Choice("world", listedBy: "worlds", text)
      .one(of: named.isEmpty ? worlds : named, isNamed: !named.isEmpty, name: \.name)
  }

  /// The one spot whose identifier begins with a text.
  /// - Throws: `CommandFailure` where there is none, or more than one.
  func item(identifiedBy text: String) async throws -> Item {
    try Choice("spot", listedBy: "list", text)
      .one(of: try await items.items(), isNamed: false, name: \.name)
  }
}

/// What the user named on the command line, among what there is.
private struct Choice {
  private let kind: String
  private let command: String
  private let text: String

  init(_ kind: String, listedBy command: String, _ text: String) {
    self.kind = kind
    self.command = command
    self.text = text
  }

  /// - Parameters:
  ///   - candidates: What may be meant.
  ///   - isNamed: Whether all of them have the name, so that identifiers need not match.
  ///   - name: The name to show where several are meant.
  /// - Returns: What is meant.
  /// - Throws: `CommandFailure` where that is nothing, or more than one.
  func one<Candidate: Identifiable>(
    of candidates: [Candidate], isNamed: Bool, name: (Candidate) -> String?
  ) throws -> Candidate where Candidate.ID == String {
    let prefix = text.lowercased()
    let matches = candidates.filter { isNamed || $0.id.lowercased().hasPrefix(prefix) }
    if let exact = matches.first(where: { $0.id.lowercased() == prefix }) { return exact }
    guard let match = matches.first else {
      throw CommandFailure(
        "There is no \(kind) “\(text.printable)”. IDs stand first in: spots \(command)",
        code: .notFound)
    }
    guard matches.count == 1 else {
      let list = matches.prefix(5)
        .map { "\($0.id.lowercased())  \((name($0) ?? "").printable)" }
        .joined(separator: "\n  ")
      throw CommandFailure(
        """
        \(matches.count) \(kind)s are meant by “\(text.printable)”; give more of the ID of one:
          \(list)
        """)
    }
    return match
  }
}
