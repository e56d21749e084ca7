import CodableStorage
import Foundation
import Testing

@Suite("Random values")
struct RandomValueTests {
  @Test(arguments: [
    Check(Scalars.self), Check(Optionals.self), Check(Deep.self), Check(Deep?.self),
    Check(Event.self), Check(Event?.self), Check([Event].self), Check([String: Scalars].self),
    Check(Set<Grade>.self), Check(Grade.self), Check(Grade?.self), Check(Lists.self),
    Check(Deep.Middle.Inner.self), Check(Double.self), Check(String?.self), Check([[Int?]].self),
    Check(Duration.self),
  ])
  func randomValuesRoundTripThroughColumns(_ check: Check) throws {
    do {
      try check.run(seed: TestRun.seed(1), count: TestRun.count(1_000, atLeast: 200))
    } catch {
      Issue.record("\(check), \(TestRun.comment): \(error)")
    }
  }
}

/// A type whose random values must survive a round trip through their columns.
struct Check: Sendable, CustomTestStringConvertible {
  struct Difference: Error {
    let value: String
    let result: String
  }

  let testDescription: String
  private let body: @Sendable (inout SeededGenerator) throws -> Void

  init<Value: RandomValue & Equatable & SendableMetatype>(_ type: Value.Type) {
    testDescription = String(describing: type)
    body = { generator in
      let value = Value.random(using: &generator)
      let result = try roundTrip(value)
      if result != value { throw Difference(value: "\(value)", result: "\(result)") }
    }
  }

  func run(seed: UInt64, count: Int) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<count { try body(&generator) }
  }
}

struct Scalars: Codable, Hashable {
  var flag: Bool
  var int: Int
  var int8: Int8
  var uint: UInt64
  var double: Double
  var float: Float
  var text: String
  var date: Date
  var uuid: UUID
  var data: Data
  var decimal: Decimal
}

struct Optionals: Codable, Equatable {
  var flag: Bool?
  var int: Int16?
  var text: String?
  var data: Data?
  var grade: Grade?
  var event: Event?
  var required: Int
  var list: [Int]?
}

struct Deep: Codable, Equatable {
  struct Middle: Codable, Equatable {
    struct Inner: Codable, Equatable {
      var grade: Grade
      var name: String
      var size: Double?
    }
    var inner: Inner
    var other: Inner?
  }
  var middle: Middle
  var name: String
  var other: Middle?

  enum CodingKeys: String, CodingKey {
    case middle = "m"
    case name = "title"
    case other
  }
}

enum Grade: String, Codable, CaseIterable { case first, second = "2", third = "" }

enum Event: Codable, Hashable {
  case none
  case started
  case text(String)
  case pair(Int?, note: String?)
  case scalars(Scalars)
  case grades([Grade])
  case lasted(Duration)
}

struct Lists: Codable, Equatable {
  var numbers: [Int]
  var table: [String: [Double]]
  var grades: Set<Grade>
  var events: [Event]
}
