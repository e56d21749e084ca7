import Foundation
import OpenSwiftData
import Testing

@Suite("Warnings of schemas")
struct StorageWarningTests {
  struct Money: Codable, Hashable {
    var amount: Decimal
    var currency: String
    var tags: Set<String> = []
  }

  struct Place: Codable, Hashable {
    var latitude = 0.0
    var longitude = 0.0
  }

  enum Mood: UInt8, Codable { case good, bad }

  @Model final class Odd {
    #Unique<Odd>([\.place])
    #Index<Odd>(.rtree([\.x, \.y]))

    var price: Decimal = 0
    var link: URL?
    var big: UInt64 = 0
    var word: UInt = 0
    var tiny: UInt8?
    var short: UInt16 = 0
    var wide: UInt32 = 0
    var signed: Int8 = 0
    var ratio: CGFloat = 0
    var labels: Set<String> = []
    var counts: [String: Int] = [:]
    var money = Money(amount: 0, currency: "")
    var mood = Mood.good
    var place = Place()
    @Attribute(.codable) var whole = Place()
    @Attribute(.externalStorage) var texts: [String] = []
    var x = 0.0
    var y = 0.0

    init() {}
  }

  @Model final class Plain {
    var number = 0
    var long: Int64 = 0
    var small: Int16 = 0
    var middle: Int32 = 0
    var ratio = 0.5
    var float: Float = 0.5
    var isGood = true
    var date = Date()
    var text: String?
    var id = UUID()
    var data: Data?
    @Attribute(.externalStorage) var picture: Data?
    var texts: [String] = []
    var places: [Place] = []
    var place: Place?
    var length = Duration.zero
    @Transient var ignored: UInt64 = 0

    init() {}
  }

  @Model class Base {
    var name = ""
    init() {}
  }

  @Model final class Derived: Base {
    var more = ""

    init(more: String) {
      self.more = more
      super.init()
    }
  }

  @Test func warningsNameEachPropertyWithItsForm() throws {
    let warnings = try Schema([Odd.self]).validate()
    let types = Dictionary(grouping: warnings, by: { $0.property ?? "" })
      .mapValues { $0.map(\.type) }
    let expected: [String: [String]] = [
      "price": ["Decimal"], "link": ["URL"], "big": ["UInt64"], "word": ["UInt"],
      "tiny": ["UInt8"], "short": ["UInt16"], "wide": ["UInt32"], "signed": ["Int8"],
      "ratio": ["CGFloat"], "labels": ["Set<String>"],
      "counts": ["Dictionary<String, Int>"], "money.amount": ["Decimal"],
      "money.tags": ["Set<String>"], "mood": ["UInt8"], "place": ["Place in an index"],
      "whole": ["Place"], "texts": ["Array<String> with externalStorage"],
      "x, y": ["an rtree index"],
    ]
    for (property, expected) in expected { #expect(types[property] == expected, "\(property)") }
    #expect(types.count == expected.count, "\(types.keys.sorted())")
    #expect(warnings.allSatisfy { $0.entity == "Odd" && !$0.storedForm.isEmpty })
    let big = try #require(warnings.first { $0.property == "big" })
    #expect(
      big.description
        == "Odd.big: UInt64 is stored as INTEGER, by the bit pattern if above Int64.max; this form "
        + "has not been seen in any store made by Apple's frameworks.")
  }

  @Test func formsSeenInStoresGiveNoWarnings() throws {
    #expect(try Schema([Plain.self]).validate().isEmpty)
  }

  @Test func inheritanceGivesAWarning() throws {
    let warnings = try Schema([Derived.self]).validate()
    #expect(warnings.map(\.entity) == ["Derived"])
    #expect(warnings.map(\.property) == [nil])
    #expect(warnings[0].type.contains("Base"))
  }
}
