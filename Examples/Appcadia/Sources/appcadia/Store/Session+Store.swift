import AppcadiaCore
import ExampleSupport
import Foundation
import SwiftData

extension Session {
  /// Opens the store, with the trainers that the app comes with, bringing one of an earlier version
  /// up to date.
  /// - Returns: The open store.
  /// - Throws: `CommandFailure`.
  func openStore() throws -> Store {
    let zone = environment["TZ"].flatMap(TimeZone.init(identifier:)) ?? .current
    let container = try openContainer(for: Schema(versionedSchema: CurrentSchema.self)) {
      try .appcadia(ModelConfiguration(url: $0), migrationOptions: $1)
    }
    let store = Store(container: container, timeZone: zone)
    do {
      try StarterTrainers.install(in: store.context)
      // Settings that are made now, and saved with the first change.
      _ = try store.settings.settings(language: language)
    } catch {
      throw failure(ofStore: error)
    }
    return store
  }

  /// The language that the environment asks for, where the app has it.
  private var language: Language {
    let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return name?.hasPrefix("ja") == true ? .japanese : .english
  }

  /// Prints goals as records or as a table.
  /// - Throws: `CommandFailure` where they cannot be written, or an error of the store.
  func print(_ goals: [Goal], of store: Store) throws {
    let today = store.today
    try print(goals.map { GoalRecord($0, today: today) }) {
      guard !goals.isEmpty else { return GoalTable.nothing }
      return GoalTable(goals, identifiers: try store.shortIdentifiers(), today: today)
        .lines(on: terminal).joined(separator: "\n")
    }
  }
}
