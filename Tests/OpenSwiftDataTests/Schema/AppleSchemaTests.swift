import DataSchema
import Foundation
import OpenSwiftData
import StoreVectors
import Testing

/// Models of an app whose store SwiftData created, with the types of their properties.
private enum Scheduler {
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
    var arguments: [String]
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
    @Relationship(.cascade, inverse: \Task.previousVersion) var nextVersion: Task?
    init() { fatalError("only its schema is looked at") }
  }

  @Model final class Outcome {
    #Unique<Outcome>([\.id])
    var id: UUID
    var completionDate: Date
    var occurrenceStartDate: Date
    var task: Task
    var userInfo = UserInfo()
    init() { fatalError("only its schema is looked at") }
  }
}

/// Types with elements that are optional in Apple's schema although the property is not.
private enum Kinds {
  enum Number: Int, Codable { case one = 1, two }
  enum Text: String, Codable { case a, b }
  struct Label: RawRepresentable, Codable { var rawValue: String }
  struct Inner: Codable {
    var text: Text
    var label: Label
    var size: Double
  }
  struct Outer: Codable {
    var inner: Inner
    var note: String?
  }

  @Model final class Sample {
    var number: Number
    var text: Text
    var optionalText: Text?
    var label: Label
    var outer: Outer
    var optionalOuter: Outer?
    init() { fatalError("only its schema is looked at") }
  }
}

@Suite("Schemas as SwiftData makes them")
struct AppleSchemaTests {
  @Test func schemasHaveTheHashesOfAStore() throws {
    let vectors = try StoreVectors().entities.filter { $0.store.contains("SpeziScheduler") }
    let hashes = Schema([Scheduler.Task.self]).modelDescription.versionHashes
      .mapValues { $0.map { String(format: "%02x", $0) }.joined() }
    #expect(hashes == Dictionary(uniqueKeysWithValues: vectors.map { ($0.entity, $0.hash) }))
    #expect(hashes.count == 2)
  }

  @Test func rawValuesAndPartsOfOptionalsAreOptional() throws {
    let model = Schema([Kinds.Sample.self]).modelDescription
    let outlines = try #require(model.entity(named: "Sample")).properties.map(outline)
    #expect(
      outlines.sorted() == [
        "label(label:700)",
        "number(number:300?)",
        "optionalOuter(inner(text(text:700?)? label(label:700?)? size:500?)? note:700?)?",
        "optionalText(optionalText:700?)?",
        "outer(inner(text(text:700?) label(label:700) size:500) note:700?)",
        "text(text:700?)",
      ])
  }

  private func outline(of property: PropertyDescription) -> String {
    switch property {
    case .attribute(let attribute):
      "\(attribute.name):\(attribute.type.rawValue)\(attribute.isOptional ? "?" : "")"
    case .composite(let composite):
      "\(composite.name)(\(composite.elements.map(outline).joined(separator: " ")))"
        + (composite.isOptional ? "?" : "")
    case .relationship, .derived: "?"
    }
  }
}
