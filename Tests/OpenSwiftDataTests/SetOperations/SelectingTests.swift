import Foundation
import OpenSwiftData
import Testing

@Suite("Selecting attributes")
struct SelectingTests {
  private struct Heading: Equatable {
    let title: String
    let count: Int
  }

  @Test(arguments: Backend.available)
  func oneStatementReadsTheChosenColumns(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Note.self)
    try store.makeContext().saveNotes([3, 1, 2])
    let context = store.makeContext()
    var pairs: [(String, Int)] = []
    let texts = try statements(in: store.container) {
      pairs = try context.fetch(
        FetchDescriptor<Note>(
          predicate: #Predicate { $0.code > 1 }, sortBy: [SortDescriptor(\.code)]),
        selecting: \.title, \.code)
    }
    #expect(pairs.map(\.0) == ["note 2", "note 3"])
    #expect(pairs.map(\.1) == [2, 3])
    #expect(
      texts == [
        "SELECT ZTITLE, ZCODE FROM ZNOTE WHERE (ZCODE > ?) ORDER BY ZCODE, Z_PK"
      ])
  }

  @Test func everyStorableTypeCanBeSelected() throws {
    let context = try TestStore(.file, for: Composed.self, Wide.self, Photo.self).makeContext()
    let composed = Composed()
    composed.shape = .labelled(text: "x", at: Coordinate(latitude: 1, longitude: 2))
    composed.strings = ["a", "b"]
    let wide = Wide()
    (wide.uint64, wide.optionalFloat, wide.data) = (.max, 0.1, Data([1, 2]))
    let photo = Photo(name: "p")
    photo.image = Data([1])
    context.insert(composed)
    context.insert(wide)
    context.insert(photo)
    try context.save()
    let parts = try context.fetch(
      FetchDescriptor<Composed>(), selecting: \.shape, \.strings, \.optionalAddress, \.level)
    #expect(parts[0].0 == composed.shape)
    #expect(parts[0].1 == ["a", "b"])
    #expect(parts[0].2 == nil)
    #expect(parts[0].3 == .low)
    let numbers = try context.fetch(
      FetchDescriptor<Wide>(), selecting: \.uint64, \.optionalFloat, \.data, \.url, \.decimal)
    #expect(numbers[0].0 == .max)
    #expect(numbers[0].1 == 0.1)
    #expect(numbers[0].2 == Data([1, 2]))
    #expect(numbers[0].3 == wide.url)
    #expect(numbers[0].4 == 0)
    #expect(try context.fetch(FetchDescriptor<Photo>(), selecting: \.image) == [Data([1])])
  }

  @Test func transformedAndHandWrittenAttributesCanBeSelected() throws {
    ValueTransformer.setValueTransformer(PaintTransformer(), forName: PaintTransformer.name)
    let context = try TestStore(.memory, for: Wall.self, HandMade.self).makeContext()
    context.insert(Wall(paint: Paint(red: 7)))
    context.insert(HandMade(title: "t"))
    try context.save()
    let paints = try context.fetch(FetchDescriptor<Wall>(), selecting: \.paint, \.trim)
    #expect(paints[0].0 == Paint(red: 7))
    #expect(paints[0].1 == nil)
    let parts = try context.fetch(
      FetchDescriptor<HandMade>(), selecting: \.title, \.count, \.nickname)
    #expect(parts[0] == ("t", 3, nil))
  }
}
