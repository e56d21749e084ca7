import AppcadiaCore
import ExampleSupport
import Foundation
import SwiftData

extension Session {
  /// Opens the store, adds the starter trainers, and migrates a store of an earlier version.
  ///
  /// - Returns: The open store.
  /// - Throws: `CommandFailure`.
  func openStore() throws -> Store {
    let container = try openContainer(for: Schema(versionedSchema: CurrentSchema.self)) {
      try .appcadia(ModelConfiguration(url: $0), migrationOptions: $1)
    }
    let store = Store(container: container, timeZone: timeZone)
    do {
      try StarterTrainers.install(in: store.context)
      try store.settings.install(language: language)
    } catch {
      throw failure(ofStore: error)
    }
    return store
  }

  /// The time zone that determines today.
  var timeZone: TimeZone {
    environment["TZ"].flatMap(TimeZone.init(identifier:)) ?? .current
  }

  /// The language of the environment if the app supports it, otherwise English.
  private var language: Language {
    let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return name?.hasPrefix("ja") == true ? .japanese : .english
  }

  /// Prints goals as records or as a table.
  ///
  /// - Throws: `CommandFailure` if they cannot be written, or an error of the store.
  func print(_ goals: [Goal], of store: Store) throws {
    let today = store.today
    try print(goals.map { GoalRecord($0, today: today) }) {
      guard !goals.isEmpty else { return GoalTable.nothing }
      return GoalTable(goals, identifiers: try store.shortIdentifiers(), today: today)
        .lines(on: terminal).joined(separator: "\n")
    }
  }
}
