import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

@Suite("Attributes stored in their encoded form")
struct CodableAttributeTests {
  struct Flat: Codable, Equatable {
    var number = 1
    var text = "x"
  }
  struct Listed: Codable, Equatable {
    var number = 1
    var list: [Int] = [1]
  }
  final class Tally: Codable, Equatable {
    var count: Int
    init(_ count: Int = 3) { self.count = count }
    static func == (lhs: Tally, rhs: Tally) -> Bool { lhs.count == rhs.count }
  }
  struct Holder: Codable, Equatable { var counter = Tally() }
  enum Kind: Codable, Equatable {
    case plain
    case numbered(Int)
  }
  enum Level: Int, Codable { case low = 1, high = 9 }

  @Model final class Parcel {
    var number: Int
    @Attribute(.codable) var flat: Flat = Flat()
    @Attribute(.codable) var listed: Listed = Listed()
    @Attribute(.codable) var holder: Holder = Holder()
    @Attribute(.codable) var kind: Kind = Kind.plain
    @Attribute(.codable) var optional: Flat?
    @Attribute(.codable) var array: [Flat] = []
    @Attribute(.codable) var instance: Tally = Tally()
    @Attribute(.codable) var level: Level = Level.low
    @Attribute(.codable) var text: String = ""
    @Attribute(.codable, .externalStorage) var large: [Flat] = []
    init(_ number: Int) { self.number = number }
  }

  @Test(arguments: Backend.available)
  func codableAttributesReadBackAsSaved(backend: Backend) throws {
    let store = try TestStore(backend, for: Parcel.self)
    let context = store.makeContext()
    let parcel = Parcel(1)
    parcel.flat = Flat(number: 5, text: "q")
    parcel.listed = Listed(number: 6, list: [1, 2])
    parcel.holder = Holder(counter: Tally(8))
    parcel.kind = .numbered(4)
    parcel.optional = Flat(number: 7, text: "r")
    parcel.array = [Flat(number: 8, text: "s")]
    parcel.instance = Tally(9)
    parcel.level = .high
    parcel.text = "t"
    parcel.large = (0..<5_000).map { Flat(number: $0, text: "large") }
    context.insert(parcel)
    context.insert(Parcel(2))
    try context.save()
    let order = [SortDescriptor(\Parcel.number)]
    let reopened = try store.makeReopenedContext()
    let read = try reopened.fetch(FetchDescriptor(sortBy: order))
    let found = try #require(read.first)
    #expect(found.flat == parcel.flat)
    #expect(found.listed == parcel.listed)
    #expect(found.holder == parcel.holder)
    #expect(found.kind == parcel.kind)
    #expect(found.optional == parcel.optional)
    #expect(found.array == parcel.array)
    #expect(found.instance == parcel.instance)
    #expect(found.level == .high)
    #expect(found.text == "t")
    #expect(found.large == parcel.large)
    try #require(read.count == 2)
    #expect(read[1].optional == nil)
    #expect(read[1].flat == Flat())
    #expect(read[1].kind == .plain)
  }

  @Test func codableAttributesAreComparedInMemory() throws {
    let store = try TestStore(.memory, for: Parcel.self)
    let context = store.makeContext()
    for number in 0..<4 {
      let parcel = Parcel(number)
      parcel.level = number < 2 ? .low : .high
      parcel.optional = number == 3 ? Flat() : nil
      context.insert(parcel)
    }
    try context.save()
    let other = store.makeContext()
    let high = Level.high
    func count(_ predicate: Predicate<Parcel>) throws -> Int {
      try other.fetchCount(FetchDescriptor(predicate: predicate))
    }
    #expect(try count(#Predicate { $0.level == high }) == 2)
    #expect(try count(#Predicate { $0.optional == nil }) == 3)
    #expect(try count(#Predicate { $0.flat.number == 1 }) == 4)
    #expect(try other.fetch(FetchDescriptor<Parcel>(), selecting: \.kind).count == 4)
  }

  @Test func columnsThatCannotBeDecodedAreRefused() throws {
    let store = try TestStore(.file, for: Parcel.self)
    let context = store.makeContext()
    context.insert(Parcel(1))
    try context.save()
    let path = try #require(store.url).path
    try SQLiteConnection(path: path, mode: .readWrite).run("UPDATE ZPARCEL SET ZFLAT = 5")
    let error = try #require(throws: SwiftDataError.self) {
      try store.makeContext().fetch(FetchDescriptor<Parcel>())
    }
    #expect(error == .valueCannotBeRead)
    #expect("\(error)".contains("flat"))
  }
}
