import Foundation
import OpenSwiftData

/// Models whose properties are encoded as a whole.
enum Coded {
  struct Step: Codable, Hashable {
    var title: String
    var minutes: [Double]
    var next: [Step]?
  }

  enum Alarm: Codable, Hashable {
    case none
    case weekly(day: Int?)
    case named(String?)
    case at(Date?)
    case tagged([String]?)
  }

  @Model final class Recipe {
    var number: Int
    var tags: [String] = []
    var amounts: [Double]?
    var counts: [String: Int] = [:]
    var ids: Set<UUID> = []
    var dates: [Date] = []
    @Attribute(.codable) var steps: Step?
    @Attribute(.transformable(by: Reversal.self)) var secret: Secret?
    @Attribute(.preserveValueOnDeletion) var kept: [Int] = []

    init(_ number: Int) { self.number = number }
  }

  @Model final class Reminder {
    var number: Int
    var alarm: Alarm
    var other: Alarm?

    init(_ number: Int, _ alarm: Alarm, _ other: Alarm? = nil) {
      (self.number, self.alarm, self.other) = (number, alarm, other)
    }
  }

  /// A value that only a transformer converts to bytes.
  final class Secret: NSObject {
    let text: String
    init(_ text: String) { self.text = text }
  }

  final class Reversal: ValueTransformer {
    override func transformedValue(_ value: Any?) -> Any? {
      (value as? Secret).map { Data($0.text.utf8.reversed()) }
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
      (value as? Data).map { Secret(String(decoding: $0.reversed(), as: UTF8.self)) }
    }
  }
}
