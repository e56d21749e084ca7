import CodableStorage
import DataSchema
import Foundation
import Testing

// The property types of the entity `Task` in a public store that SwiftData wrote on iOS 26
// (SpeziScheduler's test resources), and the shape in its archived model.
private enum CompletionPolicy: Codable {
  case sameDay, afterStart, sameDayAfterStart, duringEvent, anytime
}
private enum NotificationThread: Codable {
  case global
  case task
  case custom(String)
  case none
}
private struct NotificationTime: Codable {
  let hour: Int
  let minute: Int
  let second: Int
}
private enum ScheduleDuration: Codable {
  case allDay
  case tillEndOfDay
  case duration(Duration)
}
private struct Schedule: Codable {
  var startDate: Date
  var scheduleDuration: ScheduleDuration
  var recurrenceRule: Data?
}
private struct Resource: Codable {
  var arguments: [String]
  var key: String
}
private struct UserInfo: Codable {
  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
  init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: Key.self).allKeys
  }
  func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: Key.self) }
}

@Suite("Apple's shapes")
struct AppleShapeTests {
  @Test func appleShapesAreReproduced() throws {
    let members =
      "startDate:900 scheduleDuration(duration(_0(high:300? low:300?)?)? allDay:700? "
      + "tillEndOfDay:700?) recurrenceRule:1000?"
    try expect(
      CompletionPolicy.self, "completionPolicy",
      "(sameDay:700? afterStart:700? sameDayAfterStart:700? duringEvent:700? anytime:700?)")
    try expect(Resource.self, "title", "(arguments:1000 key:700)")
    try expect(
      NotificationThread.self, "notificationThread",
      "(custom(_0:700?)? global:700? task:700? none:700?)")
    try expect(NotificationTime?.self, "notificationTime", "(hour:300? minute:300? second:300?)?")
    try expect(Schedule.self, "schedule", "(\(members))")
    try expect(UserInfo.self, "userInfo", "(userInfo:1000)")
    try expect([String].self, "tags", ":1800")
  }

  private func expect(
    _ type: Any.Type, _ name: String, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let storage = try PropertyStorage(of: type, named: name)
    #expect(outline(of: storage.property) == name + expected, sourceLocation: sourceLocation)
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
