import AppcadiaCore
import ExampleSupport
import Foundation
import SwiftData

/// An open store, with the queries that commands need.
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

  /// The description of the argument GOAL in help.
  static let goalDetails = """
    GOAL is a title, a part of a title that no other goal contains, or the beginning of an ID from
    goals.
    """

  var today: Day { Day(.now, in: timeZone) }

  /// All goals, newest first.
  func allGoals() throws -> [Goal] {
    try context.fetch(
      FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.createdAt, order: .reverse)]))
  }

  /// Finds a goal by its title or identifier.
  ///
  /// - Throws: `CommandFailure` if no goal matches, or more than one.
  func goal(named text: String) throws -> Goal {
    try NamedItems(
      "goal", listedBy: "appcadia goals --all", try allGoals(), id: \.id.uuidString,
      names: { [$0.title] }
    ).item(named: text)
  }

  /// Finds a trainer by its name, type or identifier.
  ///
  /// - Throws: `CommandFailure` if no trainer matches, or more than one.
  func trainer(named text: String) throws -> Trainer {
    try NamedItems(
      "trainer", listedBy: "appcadia trainers", try trainers.trainers(), id: \.id.uuidString,
      names: { [$0.name, $0.type] }
    ).item(named: text)
  }

  /// The goals' identifiers, shortened as far as they stay unambiguous.
  func shortIdentifiers() throws -> ShortIdentifiers {
    var request = FetchDescriptor<Goal>()
    request.propertiesToFetch = [\.id]
    return ShortIdentifiers(try context.fetch(request).map(\.id))
  }
}
