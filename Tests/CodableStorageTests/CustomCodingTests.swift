import CodableStorage
import DataSchema
import Foundation
import SQLCore
import Testing

private struct Options: OptionSet, Codable, Hashable {
  let rawValue: Int
  static let a = Options(rawValue: 1)
  static let b = Options(rawValue: 2)
}
private struct Email: Codable, Equatable {
  var text: String
  init(_ text: String) { self.text = text }
  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
/// Rejects an empty text.
private struct Name: Codable, Equatable {
  var text: String
  init(_ text: String) { self.text = text }
  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    guard !text.isEmpty else { throw CancellationError() }
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
/// Rejects every value that a probe could try.
private struct Picky: Codable, Equatable {
  var number = 4711
  init() {}
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decode(Int.self, forKey: .number)
    guard number == 4711 else { throw CancellationError() }
  }
}
private struct Pair: Codable, Equatable {
  var first: Int
  var second: String
  init(first: Int, second: String) {
    self.first = first
    self.second = second
  }
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    first = try container.decode(Int.self)
    second = try container.decode(String.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(first)
    try container.encode(second)
  }
}
private enum JSONValue: Codable, Equatable {
  case null
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }
}
private struct Key: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
private struct Attributes: Codable, Equatable {
  var values: [String: Int]
  init(_ values: [String: Int]) { self.values = values }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    values = [:]
    for key in container.allKeys {
      values[key.stringValue] = try container.decode(Int.self, forKey: key)
    }
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, value) in values { try container.encode(value, forKey: Key(stringValue: name)) }
  }
}
/// Encodes its cases with a separate `kind` key, as web services do.
private enum Figure: Codable, Equatable {
  case circle(radius: Double)
  case text(String, size: Int)
  enum Kind: String, Codable { case circle, text }
  enum CodingKeys: CodingKey { case kind, radius, content, size }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .circle: self = .circle(radius: try container.decode(Double.self, forKey: .radius))
    case .text:
      self = .text(
        try container.decode(String.self, forKey: .content),
        size: try container.decode(Int.self, forKey: .size))
    }
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .circle(let radius):
      try container.encode(Kind.circle, forKey: .kind)
      try container.encode(radius, forKey: .radius)
    case .text(let content, let size):
      try container.encode(Kind.text, forKey: .kind)
      try container.encode(content, forKey: .content)
      try container.encode(size, forKey: .size)
    }
  }
}
private struct Lenient: Codable, Equatable {
  var count = 1
  var amount: Double
  enum CodingKeys: CodingKey { case count, amount }
  init(count: Int, amount: Double) {
    self.count = count
    self.amount = amount
  }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 1
    if let amount = try? container.decode(Double.self, forKey: .amount) {
      self.amount = amount
    } else {
      amount = Double(try container.decode(String.self, forKey: .amount)) ?? 0
    }
  }
}
private struct Nested: Codable, Equatable {
  var title: String
  var width: Double
  enum Outer: CodingKey { case title, size }
  enum Inner: CodingKey { case width }
  init(title: String, width: Double) {
    self.title = title
    self.width = width
  }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Outer.self)
    title = try container.decode(String.self, forKey: .title)
    let size = try container.nestedContainer(keyedBy: Inner.self, forKey: .size)
    width = try size.decode(Double.self, forKey: .width)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Outer.self)
    try container.encode(title, forKey: .title)
    var size = container.nestedContainer(keyedBy: Inner.self, forKey: .size)
    try size.encode(width, forKey: .width)
  }
}
private class Animal: Codable {
  var name = "a"
}
private final class Dog: Animal {
  var age = 1
  enum CodingKeys: CodingKey { case age }
  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    age = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .age)
    try super.init(from: decoder.container(keyedBy: CodingKeys.self).superDecoder())
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(age, forKey: .age)
    try super.encode(to: container.superEncoder())
  }
}
private struct Wide: Codable, Equatable {
  var text: String
  enum CodingKeys: CodingKey { case text }
  init(text: String) { self.text = text }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    text = String(try container.decode(Int.self, forKey: .text))
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let number = Int(text) {
      try container.encode(number, forKey: .text)
    } else {
      try container.encode(text, forKey: .text)
    }
  }
}

@Suite("Hand-written coding")
struct CustomCodingTests {
  @Test func optionSetsAreStoredByRawValue() throws {
    #expect(try columns(of: [.a, .b] as Options) == [.integer(3)])
    #expect(try leafNames(of: Options.self, named: "options") == ["options"])
    try expectRoundTrip([] as Options, .a, [.a, .b], Options(rawValue: .min))
  }

  @Test func singleValuesAreStoredInOneColumn() throws {
    #expect(try columns(of: Email("a@b")) == [.text("a@b")])
    #expect(try leafNames(of: Email.self, named: "email") == ["email"])
    try expectRoundTrip(Email(""), Email("x"))
    try expectRoundTrip(nil, Email("") as Email?)
    try expectRoundTrip(Name("x"))
    #expect(try columns(of: Name("x")) == [.text("x")])
  }

  @Test func opaqueFormsAreStoredAsText() throws {
    #expect(try leafNames(of: Pair.self, named: "pair") == ["pair"])
    #expect(try columns(of: Pair(first: 1, second: "a")) == [.blob(Data(#"[1,"a"]"#.utf8))])
    #expect(try columns(of: Attributes([:])) == [.blob(Data("{}".utf8))])
    try expectRoundTrip(Pair(first: .min, second: ""))
    try expectRoundTrip(Attributes(["a": 1, "": 2]))
    try expectRoundTrip(Picky())
    try expectRoundTrip(nil, Picky() as Picky?)
    try expectRoundTrip(0..<5, 3..<3)
    try expectRoundTrip(0...5)
  }

  @Test func opaqueFormsAreCompositesOfOneLeaf() throws {
    let storage = try PropertyStorage(of: Attributes.self, named: "userInfo")
    guard case .composite(let composite) = storage.property else {
      Issue.record("no composite")
      return
    }
    #expect(composite.name == "userInfo")
    #expect(composite.leaves.map(\.name) == ["userInfo"])
    #expect(composite.leaves.map(\.type) == [.binaryData])
  }

  @Test func valuesOfSeveralTypesAreStoredAsText() throws {
    try expectRoundTrip(
      JSONValue.number(1), .text("1"), .list([.null, .text("")]), .object(["a": .list([])]))
    #expect(try PropertyStorage(of: JSONValue.self, named: "v").columns == [.binaryData])
  }

  @Test func columnsCoverAllDiscriminatedCases() throws {
    try expectRoundTrip(
      Figure.circle(radius: .infinity), .circle(radius: 0), .text("", size: 1),
      .text("x", size: .min))
    #expect(try leafNames(of: Figure.self) == ["kind", "radius", "content", "size"])
  }

  @Test func lenientDecodersFillInMissingValues() throws {
    try expectRoundTrip(Lenient(count: 2, amount: 1.5))
    let codec = try ValueCodec.make(for: Lenient.self, propertyName: "lenient")
    var stored = try codec.encode(Lenient(count: 2, amount: 1.5))
    stored[0] = .null
    #expect(try codec.decode(stored).count == 1)
  }

  @Test func nestedContainersAreFlattened() throws {
    #expect(try leafNames(of: Nested.self) == ["title", "width"])
    try expectRoundTrip(Nested(title: "a", width: 1.5))
  }

  @Test func subclassesRoundTrip() throws {
    let dog = Dog()
    dog.age = 7
    dog.name = "Rex"
    let back = try roundTrip(dog)
    #expect(back.age == 7)
    #expect(back.name == "Rex")
    let animal = Animal()
    animal.name = "b"
    #expect(try roundTrip(animal).name == "b")
    #expect(try leafNames(of: Animal.self) == ["name"])
  }

  @Test func errorNamesAPropertyWhoseFormChanges() throws {
    try expectRoundTrip(Wide(text: "1"))
    #expect {
      _ = try columns(of: Wide(text: "one"), named: "wide")
    } throws: { error in
      String(describing: error).contains("'wide'")
    }
  }

  @Test func foundationTypesRoundTrip() throws {
    try expectRoundTrip(DateInterval(start: Date(timeIntervalSinceReferenceDate: 1), duration: 60))
    try expectRoundTrip(try #require(TimeZone(identifier: "Europe/Berlin")), .gmt)
    try expectRoundTrip(Locale(identifier: "de_AT"))
    try expectRoundTrip(Calendar(identifier: .gregorian))
    try expectRoundTrip(DateComponents(year: 2024, month: 2, day: 29))
    try expectRoundTrip(Measurement(value: 1.5, unit: UnitLength.meters))
    try expectRoundTrip(IndexSet([1, 2, 5]))
    try expectRoundTrip(CGPoint(x: 1, y: 2))
    try expectRoundTrip(PersonNameComponents(givenName: "Ada", familyName: "Lovelace"))
  }
}
