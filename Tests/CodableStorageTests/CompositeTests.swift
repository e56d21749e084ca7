import CodableStorage
import DataSchema
import Foundation
import SQLCore
import Testing

private enum Kind: String, Codable { case home, work }
private struct Coordinate: Codable, Equatable {
  var latitude = 0.0
  var longitude = 0.0
}
private struct Place: Codable, Equatable {
  var name = ""
  var coordinate = Coordinate()
  var floor: Int?
}
private struct Address: Codable, Equatable {
  var street = ""
  var kind = Kind.home
  var place = Place()
  var old: Place?
  var tags: [String] = []
  var notes: [String: Int]?
  var link: URL?
  var price = Decimal(0)
  let id = UUID()

  enum CodingKeys: CodingKey {
    case street, kind, place, old, tags, notes, link, price, id
  }
}
private struct Renamed: Codable, Equatable {
  var title: String
  var count: Int
  enum CodingKeys: String, CodingKey {
    case count = "n"
    case title = "TITLE"
  }
}
private struct AllNil: Codable, Equatable {
  var a: Int?
  var b: String?
}
private struct Empty: Codable, Equatable {}
private struct Node: Codable, Equatable {
  var value: Int
  var children: [Node]
  var parent: [String: Node]?
}
private final class Chain: Codable, Equatable {
  let value: Int
  let next: Chain?
  init(value: Int, next: Chain?) {
    self.value = value
    self.next = next
  }
  static func == (lhs: Chain, rhs: Chain) -> Bool {
    lhs.value == rhs.value && lhs.next == rhs.next
  }
}
private struct Box<Content: Codable & Equatable>: Codable, Equatable {
  var content: Content
}

@Suite("Composites")
struct CompositeTests {
  @Test func structsAreSplitInDeclarationOrder() throws {
    let storage = try PropertyStorage(of: Address.self, named: "address")
    #expect(
      storage.leaves.map(\.name) == [
        "street", "kind", "name", "latitude", "longitude", "floor", "name", "latitude",
        "longitude", "floor", "tags", "notes", "link", "price", "id",
      ])
    #expect(
      storage.columns == [
        .string, .string, .string, .double, .double, .integer64, .string, .double, .double,
        .integer64, .binaryData, .binaryData, .uri, .decimal, .uuid,
      ])
    #expect(
      storage.leaves.map(\.isOptional) == [
        false, true, false, false, false, true, true, true, true, true, false, true, true, false,
        false,
      ])
  }

  @Test func nestedCompositesAreDescribed() throws {
    let storage = try PropertyStorage(of: Place?.self, named: "place")
    guard case .composite(let place) = storage.property else {
      Issue.record("no composite")
      return
    }
    #expect(place.name == "place")
    #expect(place.isOptional)
    #expect(place.elements.map(\.name) == ["name", "coordinate", "floor"])
    guard case .composite(let coordinate) = place.elements[1] else {
      Issue.record("no nested composite")
      return
    }
    #expect(coordinate.isOptional)
    #expect(coordinate.leaves.map(\.name) == ["latitude", "longitude"])
  }

  @Test func structsRoundTrip() throws {
    var address = Address()
    address.street = "Rue de l’Été\0"
    address.kind = .work
    address.place = Place(
      name: "x", coordinate: Coordinate(latitude: -0.0, longitude: .infinity), floor: -1)
    let plain = address
    address.old = Place(name: "", coordinate: Coordinate(), floor: nil)
    address.tags = ["a"]
    address.notes = [:]
    address.link = URL(string: "https://example.org")
    address.price = Decimal(sign: .plus, exponent: -2, significand: 199)
    for value in [Address(), plain, address] {
      // A constant with an initial value is encoded, but never decoded.
      let back = try roundTrip(value)
      #expect(back.street == value.street)
      #expect(back.place == value.place)
      #expect(back.old == value.old)
      #expect(back.tags == value.tags)
      #expect(back.notes == value.notes)
      #expect(back.link == value.link)
      #expect(back.price == value.price)
      #expect(back.kind == value.kind)
    }
  }

  @Test func listsInStructsAreStoredAsPlainText() throws {
    struct Tagged: Codable { var tags = ["Molé"] }
    #expect(try columns(of: Tagged()) == [.blob(Data(#"["Molé"]"#.utf8))])
  }

  @Test func renamedKeysNameTheColumns() throws {
    #expect(try leafNames(of: Renamed.self) == ["n", "TITLE"])
    #expect(try columns(of: Renamed(title: "a", count: 1)) == [.integer(1), .text("a")])
    try expectRoundTrip(Renamed(title: "", count: .max))
  }

  @Test func optionalStructsOfNilsAreReadAsNil() throws {
    try expectRoundTrip(AllNil(a: nil, b: nil), AllNil(a: 1, b: nil))
    #expect(try roundTrip(AllNil(a: nil, b: nil) as AllNil?) == nil)
    try expectRoundTrip(nil, AllNil(a: nil, b: "") as AllNil?)
  }

  @Test func nullMembersAreReadAsPlaceholders() throws {
    let codec = try ValueCodec.make(for: Place.self, propertyName: "place")
    let stored: [SQLValue] = [.text("a"), .null, .real(1), .null]
    let place = try codec.decode(stored)
    #expect(place.name == "a")
    #expect(place.coordinate.longitude == 1)
    #expect(place.floor == nil)
    // NULL is what SQLite, and so Apple's frameworks, store for NaN.
    #expect(place.coordinate.latitude.isNaN)
    let address = try ValueCodec.make(for: Address.self, propertyName: "address")
    let nothing = try address.decode(Array(repeating: .null, count: address.columns.count))
    #expect(nothing.street == "")
    #expect(nothing.kind == .home)
    #expect(nothing.tags == [])
  }

  @Test func typesWithoutMembersAreStoredAsText() throws {
    try expectRoundTrip(Empty())
    try expectRoundTrip(nil, Empty() as Empty?)
    #expect(try leafNames(of: Empty.self, named: "empty") == ["empty"])
  }

  @Test func recursiveMembersAreStoredAsText() throws {
    let node = Node(
      value: 1, children: [Node(value: 2, children: [], parent: nil)],
      parent: ["a": Node(value: 3, children: [], parent: nil)])
    try expectRoundTrip(node)
    #expect(try leafNames(of: Node.self) == ["value", "children", "parent"])
    let chain = Chain(value: 1, next: Chain(value: 2, next: Chain(value: 3, next: nil)))
    try expectRoundTrip(chain, Chain(value: 0, next: nil))
    #expect(try leafNames(of: Chain.self) == ["value", "next"])
  }

  @Test func genericStructsRoundTrip() throws {
    try expectRoundTrip(Box(content: Box(content: Box(content: 1))))
    try expectRoundTrip(Box(content: nil as Int?), Box(content: 1))
    try expectRoundTrip(Box(content: Kind.work))
    try expectRoundTrip(Box(content: ["a": [1]]))
  }

  @Test func parametersStartAtAnyPosition() throws {
    let codec = try ValueCodec.make(for: Coordinate.self, propertyName: "c")
    let writer = SQLValueWriter(count: 4)
    try codec.bind(Coordinate(latitude: 1, longitude: 2), to: writer, at: 2)
    #expect(writer.values == [.null, .real(1), .real(2), .null])
    let value = try codec.decode(row: SQLValueRow(writer.values), at: 1)
    #expect(value == Coordinate(latitude: 1, longitude: 2))
    codec.bindNull(to: writer, at: 2)
    #expect(writer.values == [.null, .null, .null, .null])
  }
}
