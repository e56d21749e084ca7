import CodableStorage
import DataSchema
import Foundation
import SQLCore
import Testing

private enum Level: Int, Codable { case low = 3, high = 9 }
private enum Colour: String, Codable, CaseIterable { case red, green = "GRÜN" }
private enum Policy: Codable, Equatable { case sameDay, afterStart, anytime }
private enum Only: Codable, Equatable { case one }
private enum Thread: Codable, Equatable {
  case global
  case task
  case custom(String)
  case timed(hour: Int, minute: Int?)
  case place(Place)
  case maybe(String?)
  case blob(Data?, Int?)
  case list([Int])
  case none
}
private struct Place: Codable, Equatable {
  var latitude: Double
  var name: String?
}
private enum Span: Codable, Equatable {
  case allDay
  case tillEndOfDay
  case duration(Duration)
}
private indirect enum Expression: Codable, Equatable {
  case add(Expression, Expression)
  case number(Int)
  case empty
}

@Suite("Enumerations")
struct EnumerationTests {
  @Test func rawValueLeafIsNamedLikeTheProperty() throws {
    let storage = try PropertyStorage(of: Level.self, named: "level")
    // The leaf is optional although the property is not, as in stores that SwiftData wrote.
    let leaf = AttributeDescription(
      name: "level", type: .integer64, isOptional: true, valueTypeName: "Int")
    let composite = CompositeDescription(
      name: "level", elements: [.attribute(leaf)], valueTypeName: "Level")
    #expect(storage.property == .composite(composite))
    #expect(try columns(of: Level.high) == [.integer(9)])
    #expect(try columns(of: Colour.green) == [.text("GRÜN")])
    try expectRoundTrip(Colour.red, .green)
    try expectRoundTrip(nil, Colour.red as Colour?)
  }

  /// The stored value is user data and is not part of the error.
  @Test func errorOfAnUnknownRawValueNamesTheProperty() throws {
    let codec = try ValueCodec.make(for: Level.self, propertyName: "level")
    #expect {
      try codec.decode([.integer(4)])
    } throws: { error in
      let text = String(describing: error)
      return text.contains("'level'") && !text.contains("4") && text.contains("Level")
    }
  }

  @Test func eachCaseWithoutPayloadHasOneLeaf() throws {
    let storage = try PropertyStorage(of: Policy.self, named: "policy")
    #expect(storage.leaves.map(\.name) == ["sameDay", "afterStart", "anytime"])
    #expect(storage.leaves.allSatisfy { $0.type == .string && $0.isOptional })
    #expect(try columns(of: Policy.afterStart) == [.null, .text("afterStart"), .null])
    try expectRoundTrip(Policy.sameDay, .afterStart, .anytime)
    try expectRoundTrip(nil, Policy.anytime as Policy?)
    try expectRoundTrip(Only.one)
  }

  @Test func casesWithPayloadComeFirst() throws {
    #expect(try leafNames(of: Span.self) == ["high", "low", "allDay", "tillEndOfDay"])
    try expectRoundTrip(
      Span.allDay, .tillEndOfDay, .duration(.seconds(-1)),
      .duration(Duration(attoseconds: .max)), .duration(Duration(attoseconds: .min)))
  }

  @Test func payloadsAreNested() throws {
    #expect(
      try leafNames(of: Thread.self) == [
        "_0", "hour", "minute", "latitude", "name", "_0", "_0", "_1", "_0", "global", "task",
        "none",
      ])
    let values: [Thread] = [
      .global, .task, .custom(""), .custom("x"), .timed(hour: 1, minute: nil),
      .timed(hour: 0, minute: 59), .place(Place(latitude: .infinity, name: nil)), .list([]),
      .list([1, 2]), .none,
    ]
    for value in values { #expect(try roundTrip(value) == value) }
    for value in values { #expect(try roundTrip(Optional(value)) == value) }
    #expect(try roundTrip(nil as Thread?) == nil)
  }

  @Test func casesWithNilPayloadsRoundTrip() throws {
    let values: [Thread] = [
      .maybe(nil), .maybe(""), .maybe("x"), .blob(nil, nil), .blob(Data(), nil), .blob(nil, 0),
    ]
    for value in values {
      #expect(try roundTrip(value) == value)
      #expect(try roundTrip(Optional(value)) == value)
    }
  }

  @Test func recursivePartsAreStoredAsText() throws {
    let value = Expression.add(.add(.number(1), .empty), .number(2))
    try expectRoundTrip(value, .empty, .number(.min))
    #expect(try leafNames(of: Expression.self) == ["_0", "_1", "_0", "empty"])
  }

  @Test func nullIsReadAsTheFirstCase() throws {
    let codec = try ValueCodec.make(for: Policy.self, propertyName: "policy")
    #expect(try codec.decode([.null, .null, .null]) == .sameDay)
    let level = try ValueCodec.make(for: Level.self, propertyName: "level")
    #expect(try level.decode([.null]) == .low)
  }

  @Test func twoActiveCasesAreRefused() throws {
    let codec = try ValueCodec.make(for: Policy.self, propertyName: "policy")
    #expect(throws: CodableStorageError.self) {
      try codec.decode([.text("sameDay"), .text("afterStart"), .null])
    }
  }
}
