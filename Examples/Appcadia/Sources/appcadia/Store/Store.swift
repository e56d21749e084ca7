import AppcadiaCore
import ExampleSupport
import Foundation
import SwiftData

/// An open store and the questions that commands ask of it.
struct Store {
  let context: ModelContext
  let timeZone: TimeZone
  let goals: SwiftDataGoalRepository
  let actions: ActionRepository
  let trainers: TrainerRepository
  let settings: SettingsRepository
  let book: StampBook

  init(container: ModelContainer, timeZone: TimeZone) {
    context = ModelContext(container)
    self.timeZone = timeZone
    goals = SwiftDataGoalRepository(context: context)
    actions = ActionRepository(context: context)
    trainers = TrainerRepository(context: context)
    settings = SettingsRepository(context: context)
    book = StampBook(context: context, timeZone: timeZone)
  }

  var today: Day { Day(.now, in: timeZone) }

  /// Every goal, newest first.
  func allGoals() throws -> [Goal] {
    try context.fetch(
      FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.createdAt, order: .reverse)]))
  }

  /// The goal that a text names: by its whole title, the beginning of its ID, or part of its title.
  /// - Throws: `CommandFailure` where it names none, or more than one.
  func goal(named text: String) throws -> Goal {
    let goals = try allGoals()
    return try only(
      Self.matches(goals, text, id: \.id, name: \.title), named: text,
      describe: { "\($0.id.uuidString.lowercased())  \($0.title.printable)" },
      none: "No goal is called “\(text.printable)”. They are listed by: appcadia goals --all")
  }

  /// The trainer that a text names: by name, the beginning of the ID, or type.
  /// - Throws: `CommandFailure` where it names none, or more than one.
  func trainer(named text: String) throws -> Trainer {
    let trainers = try trainers.trainers()
    let byType = trainers.filter { $0.type == text.lowercased() }
    let matches =
      byType.isEmpty ? Self.matches(trainers, text, id: \.id, name: \.name) : byType
    return try only(
      matches, named: text, describe: { "\($0.id.uuidString.lowercased())  \($0.name.printable)" },
      none: "No trainer is called “\(text.printable)”. They are listed by: appcadia trainers")
  }

  /// The shortest texts that name each goal.
  func shortIdentifiers() throws -> ShortIdentifiers {
    var request = FetchDescriptor<Goal>()
    request.propertiesToFetch = [\.id]
    return ShortIdentifiers(try context.fetch(request).map(\.id))
  }

  private static func matches<Item>(
    _ items: [Item], _ text: String, id: (Item) -> UUID, name: (Item) -> String
  ) -> [Item] {
    let whole = items.filter { name($0).caseInsensitiveCompare(text) == .orderedSame }
    guard whole.isEmpty else { return whole }
    let prefix = text.uppercased()
    let identified =
      prefix.count < 4 ? [] : items.filter { id($0).uuidString.hasPrefix(prefix) }
    guard identified.isEmpty else { return identified }
    return items.filter { name($0).localizedCaseInsensitiveContains(text) }
  }

  private func only<Item>(
    _ matches: [Item], named text: String, describe: (Item) -> String, none: String
  ) throws -> Item {
    guard let match = matches.first else { throw CommandFailure(none, code: .notFound) }
    guard matches.count == 1 else {
      let list = matches.prefix(5).map(describe).joined(separator: "\n  ")
      throw CommandFailure(
        "\(matches.count) are called “\(text.printable)”; give the ID of the one you mean:\n  "
          + list, code: .notFound)
    }
    return match
  }
}
