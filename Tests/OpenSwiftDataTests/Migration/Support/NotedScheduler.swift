import Foundation
import OpenSwiftData

/// Models of an app whose store SwiftData created, with an attribute that the store lacks.
enum NotedScheduler {
  enum CompletionPolicy: Codable {
    case sameDay, afterStart, sameDayAfterStart, duringEvent, anytime
  }
  enum NotificationThread: Codable {
    case global, task
    case custom(String)
    case none
  }
  struct NotificationTime: Codable {
    var hour: Int
    var minute: Int
    var second: Int
  }
  enum MatchingHint: Codable {
    case components(month: Int?, day: Int?, hour: Int, minute: Int, second: Int, weekday: Int?)
    case allDayNotification(weekday: Int?)
    case none
  }
  enum Length: Codable {
    case allDay, tillEndOfDay
    case duration(Duration)
  }
  struct Schedule: Codable {
    var startDate: Date
    var scheduleDuration: Length
    var recurrenceRule: Data?
    var notificationMatchingHint: MatchingHint
  }
  struct Resource: Codable {
    /// The parts of a localized text; the app has a separate type for it.
    var arguments: [UserInfo]
    var key: String
  }
  struct UserInfo: Codable {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    init() {}
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: Key.self).allKeys
    }
    func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: Key.self) }
  }

  @Model final class Task {
    #Unique<Task>([\.nextVersion], [\.id, \.nextVersion])
    var id: String
    var title: Resource
    var instructions: Resource
    var categoryValue: String?
    var schedule: Schedule
    var completionPolicy: CompletionPolicy
    var scheduleNotifications: Bool
    var notificationThread: NotificationThread
    var notificationTime: NotificationTime?
    var tags: [String]
    var effectiveFrom: Date
    var userInfo = UserInfo()
    @Relationship(.cascade, inverse: \Outcome.task) var outcomes: [Outcome] = []
    var previousVersion: Task?
    var note: String?
    @Relationship(.cascade, inverse: \Task.previousVersion) var nextVersion: Task?

    init(_ id: String, _ title: Resource, _ schedule: Schedule, _ thread: NotificationThread) {
      self.id = id
      self.title = title
      self.schedule = schedule
      instructions = title
      completionPolicy = .anytime
      scheduleNotifications = false
      notificationThread = thread
      tags = []
      effectiveFrom = schedule.startDate
    }
  }

  @Model final class Outcome {
    #Unique<Outcome>([\.id])
    var id: UUID
    var completionDate: Date
    var occurrenceStartDate: Date
    var task: Task
    var userInfo = UserInfo()

    init(_ id: UUID, of task: Task, at date: Date) {
      self.id = id
      self.task = task
      completionDate = date
      occurrenceStartDate = date
    }
  }
}
