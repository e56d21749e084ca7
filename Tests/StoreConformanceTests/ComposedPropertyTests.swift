import Foundation
import OpenSwiftData
import Testing

@Suite("Composed property types")
struct ComposedPropertyTests {
  private let place = Address(
    street: "Hauptstraße 1", zip: "10115", coordinate: Coordinate(latitude: 52.5, longitude: -13.4),
    lines: ["a", "", "c\u{0}d"])

  @Test(arguments: TestedStore.all)
  func rawEnumerationsAreKept(_ kind: TestedStore) throws {
    for (genre, level) in zip(Genre.allCases, Level.allCases) {
      let composed = Composed()
      composed.genre = genre
      composed.level = level
      composed.optionalGenre = genre
      composed.optionalLevel = level
      try roundTrip(composed, kind) { read in
        #expect(read.genre == genre)
        #expect(read.level == level)
        #expect(read.optionalGenre == genre)
        #expect(read.optionalLevel == level)
      }
    }
  }

  @Test(
    arguments: TestedStore.all,
    [
      Shape.point, .circle(radius: 2.5), .circle(radius: 0), .rectangle(1, -1),
      .labelled(text: "", at: Coordinate(latitude: 0, longitude: 0)),
    ])
  func enumerationsWithPayloadsAreKept(_ kind: TestedStore, shape: Shape) throws {
    let composed = Composed()
    composed.shape = shape
    composed.optionalShape = shape
    try roundTrip(composed, kind) { read in
      #expect(read.shape == shape)
      #expect(read.optionalShape == shape)
    }
  }

  @Test(arguments: TestedStore.all)
  func structuresAreKept(_ kind: TestedStore) throws {
    let composed = Composed()
    composed.address = place
    composed.optionalAddress = place
    composed.optionalAddress?.zip = nil
    composed.currency = Currency(code: "EUR")
    composed.optionalCurrency = Currency(code: "")
    try roundTrip(composed, kind) { read in
      #expect(read.address == composed.address)
      #expect(read.optionalAddress == composed.optionalAddress)
      #expect(read.currency == composed.currency)
      #expect(read.optionalCurrency == composed.optionalCurrency)
    }
  }

  @Test(arguments: TestedStore.all)
  func collectionsAreKept(_ kind: TestedStore) throws {
    let composed = Composed()
    composed.strings = ["", "a", "\u{0}", "𐍈", "\"quoted\"\n"]
    composed.numbers = [.min, 0, .max]
    composed.doubles = [0.1, -1e308, .leastNonzeroMagnitude]
    composed.dates = [.distantPast, Date(timeIntervalSinceReferenceDate: 0.25)]
    composed.identifiers = [UUID(), UUID()]
    composed.scores = ["a": 1, "": -1, "ä.b": 3]
    composed.addresses = [place]
    composed.genres = Genre.allCases
    composed.shapes = ["p": .point, "c": .circle(radius: 1)]
    composed.nested = [[], [1], [1, 2, 3]]
    composed.optionalStrings = []
    composed.optionalScores = ["x": 0]
    try roundTrip(composed, kind) { read in
      #expect(read.strings == composed.strings)
      #expect(read.numbers == composed.numbers)
      #expect(read.doubles == composed.doubles)
      #expect(read.dates == composed.dates)
      #expect(read.identifiers == composed.identifiers)
      #expect(read.scores == composed.scores)
      #expect(read.addresses == composed.addresses)
      #expect(read.genres == composed.genres)
      #expect(read.shapes == composed.shapes)
      #expect(read.nested == composed.nested)
      #expect(read.optionalStrings == [])
      #expect(read.optionalScores == ["x": 0])
    }
  }

  @Test(arguments: TestedStore.all)
  func nilValuesAreKept(_ kind: TestedStore) throws {
    try roundTrip(Composed(), kind) { read in
      #expect(read.optionalGenre == nil)
      #expect(read.optionalLevel == nil)
      #expect(read.optionalShape == nil)
      #expect(read.optionalAddress == nil)
      #expect(read.optionalCurrency == nil)
      #expect(read.optionalStrings == nil)
      #expect(read.optionalScores == nil)
    }
  }

  @Test(arguments: TestedStore.all)
  func changesWithinValuesAreSaved(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Composed.self)
    let context = store.makeContext()
    context.insert(Composed())
    try context.save()
    let other = store.makeContext()
    let changed = try #require(try other.fetch(FetchDescriptor<Composed>()).first)
    changed.address.coordinate.latitude = 7
    changed.strings.append("new")
    changed.scores["k", default: 1] += 1
    #expect(other.hasChanges)
    try other.save()
    let read = try #require(try store.makeContext().fetch(FetchDescriptor<Composed>()).first)
    #expect(read.address.coordinate.latitude == 7)
    #expect(read.strings == ["new"])
    #expect(read.scores == ["k": 2])
  }
}
