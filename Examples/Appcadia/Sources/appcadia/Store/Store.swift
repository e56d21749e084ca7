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

  /// What help says of the argument GOAL.
  static let goalDetails = """
    GOAL is a title, a part of one that no other goal has, or the beginning of an ID as goals shows it.
    """

  var today: Day { Day(.now, in: timeZone) }

  /// Every goal, newest first.
  func allGoals() throws -> [Goal] {
    try context.fetch(
      FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.createdAt, order: .reverse)]))
  }

  /// The goal that a text names, by its title or identifier.
  /// - Throws: `CommandFailure` where it names none, or more than one.
  func goal(named text: String) throws -> Goal {
    try NamedItems(
      "goal", listedBy: "appcadia goals --all", try allGoals(), id: \.id.uuidString,
      names: { [$0.title] }
    ).item(named: text)
  }

  /// The trainer that a text names, by name, type or identifier.
  /// - Throws: `CommandFailure` where it names none, or more than one.
  func trainer(named text: String) throws -> Trainer {
    try NamedItems(
      "trainer", listedBy: "appcadia trainers", try trainers.trainers(), id: \.id.uuidString,
      names: { [$0.name, $0.type] }
    ).item(named: text)
  }

  /// The shortest texts that name each goal.
  func shortIdentifiers() throws -> ShortIdentifiers {
    var request = FetchDescriptor<Goal>()
    request.propertiesToFetch = [\.id]
    return ShortIdentifiers(try context.fetch(request).map(\.id))
  }
}
