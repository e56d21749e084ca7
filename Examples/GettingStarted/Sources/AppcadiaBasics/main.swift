// Goals that a person works on, and a stamp for each day. Relationships connect the models, and an
// actor does the work in the background.
import SwiftData

// MARK: - Models

@Model
final class Goal {
  #Index<Goal>([\.isActive], [\.createdAt], [\.lastStampDate])

  @Attribute(.unique) var id: UUID
  var title: String
  var category: String
  var isActive: Bool
  var createdAt: Date
  var totalStamps: Int32
  var currentStreak: Int32
  var bestStreak: Int32
  var lastStampDate: Date?

  @Relationship(deleteRule: .cascade, inverse: \DailyAction.goal)
  var dailyActions: [DailyAction] = []
  @Relationship(deleteRule: .cascade, inverse: \Stamp.goal)
  var stamps: [Stamp] = []

  init(id: UUID = UUID(), title: String, category: String = "", createdAt: Date = .now) {
    self.id = id
    self.title = title
    self.category = category
    self.isActive = true
    self.createdAt = createdAt
    self.totalStamps = 0
    self.currentStreak = 0
    self.bestStreak = 0
  }
}

@Model
final class DailyAction {
  @Attribute(.unique) var id: UUID
  var title: String
  var isRequired: Bool
  var sortOrder: Int16
  var goal: Goal?

  init(id: UUID = UUID(), title: String, isRequired: Bool = true, sortOrder: Int16 = 0) {
    self.id = id
    self.title = title
    self.isRequired = isRequired
    self.sortOrder = sortOrder
  }
}

@Model
final class Stamp {
  // A goal has one stamp a day: a second one replaces the first.
  #Unique<Stamp>([\.goalId, \.date])
  #Index<Stamp>([\.date], [\.goalId])

  @Attribute(.unique) var id: UUID
  var goalId: UUID
  var date: Date
  var note: String?
  var goal: Goal?

  init(id: UUID = UUID(), goal: Goal, date: Date, note: String? = nil) {
    self.id = id
    self.goalId = goal.id
    self.date = date
    self.note = note
    self.goal = goal
  }
}

// MARK: - Repository

/// A goal as other actors receive it: models stay on the actor of their context.
struct GoalProgress: Sendable {
  var id: UUID
  var title: String
  var actions: [String]
  var notes: [String]
  var totalStamps, currentStreak, bestStreak: Int32

  init(_ goal: Goal) {
    id = goal.id
    title = goal.title
    actions = goal.dailyActions.sorted { $0.sortOrder < $1.sortOrder }.map(\.title)
    notes = goal.stamps.sorted { $0.date < $1.date }.compactMap(\.note)
    (totalStamps, currentStreak) = (goal.totalStamps, goal.currentStreak)
    bestStreak = goal.bestStreak
  }
}

@ModelActor
actor GoalRepository {
  func createGoal(title: String, actions: [String], createdAt: Date) throws -> UUID {
    let goal = Goal(title: title, createdAt: createdAt)
    modelContext.insert(goal)
    goal.dailyActions = actions.enumerated()
      .map { DailyAction(title: $0.element, sortOrder: Int16($0.offset)) }
    try modelContext.save()
    return goal.id
  }

  func fetchActiveGoals() throws -> [GoalProgress] {
    var request = FetchDescriptor<Goal>(
      predicate: #Predicate { $0.isActive == true },
      sortBy: [SortDescriptor(\.createdAt, order: .reverse)])
    request.relationshipKeyPathsForPrefetching = [\.stamps, \.dailyActions]
    return try modelContext.fetch(request).map(GoalProgress.init)
  }

  func stamp(_ id: UUID, on day: Date, note: String? = nil) throws {
    guard let goal = try goal(id) else { return }
    modelContext.insert(Stamp(goal: goal, date: day, note: note))
    try modelContext.save()
    goal.totalStamps = Int32(goal.stamps.count)
    switch goal.lastStampDate {
    case day: break
    case day.addingTimeInterval(-86_400): goal.currentStreak += 1
    default: goal.currentStreak = 1
    }
    goal.lastStampDate = day
    goal.bestStreak = max(goal.bestStreak, goal.currentStreak)
    try modelContext.save()
  }

  func closeGoal(id: UUID) throws {
    try goal(id)?.isActive = false
    try modelContext.save()
  }

  func deleteGoal(id: UUID) throws {
    if let goal = try goal(id) { modelContext.delete(goal) }
    try modelContext.save()
  }

  private func goal(_ id: UUID) throws -> Goal? {
    try modelContext.fetch(FetchDescriptor<Goal>(predicate: #Predicate { $0.id == id })).first
  }
}

// MARK: - Main

let container = try ModelContainer(
  for: Goal.self, DailyAction.self, Stamp.self,
  configurations: ModelConfiguration(isStoredInMemoryOnly: true))
let repository = GoalRepository(modelContainer: container)

func day(_ number: Int) -> Date {
  Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
}

func show(_ title: String, _ goals: [GoalProgress]) {
  print("\(title):")
  for goal in goals {
    print("  \(goal.title): stamps \(goal.totalStamps), days in a row \(goal.currentStreak)")
    print("    longest row: \(goal.bestStreak); every day: \(goal.actions.joined(separator: ", "))")
    if !goal.notes.isEmpty { print("    notes: \(goal.notes.joined(separator: ", "))") }
  }
}

let piano = try await repository.createGoal(
  title: "Play the piano", actions: ["Scales", "One piece"], createdAt: day(0))
let running = try await repository.createGoal(
  title: "Run 10 km", actions: ["Run", "Stretch"], createdAt: day(1))
for number in [1, 2, 3, 5, 6] { try await repository.stamp(piano, on: day(number)) }
try await repository.stamp(running, on: day(6), note: "2 km")
try await repository.stamp(running, on: day(6), note: "3 km")
show("Active goals, newest first", try await repository.fetchActiveGoals())

try await repository.closeGoal(id: running)
show("After closing a goal", try await repository.fetchActiveGoals())

// The goal's stamps and actions are deleted with it.
let context = ModelContext(container)
print("Stamps in the store: \(try context.fetchCount(FetchDescriptor<Stamp>()))")
try await repository.deleteGoal(id: piano)
print("After deleting the piano: \(try context.fetchCount(FetchDescriptor<Stamp>()))")
