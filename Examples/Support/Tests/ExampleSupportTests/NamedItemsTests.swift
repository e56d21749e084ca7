import ExampleSupport
import Testing

@Suite("Named items")
struct NamedItemsTests {
  private struct Thing: Equatable {
    var id: String
    var name: String
    var other = ""
  }

  private let things = [
    Thing(id: "ABCD1111", name: "Kyoto", other: "calm"), Thing(id: "ABCD2222", name: "kyoto"),
    Thing(id: "CAFE3333", name: "Oslo"), Thing(id: "DEAD4444", name: "Café by the sea"),
    Thing(id: "BEEF5555", name: "twin"), Thing(id: "BEEF6666", name: "twin"),
  ]

  private var items: NamedItems<Thing> {
    NamedItems("thing", listedBy: "sample list", things, id: \.id, names: { [$0.name, $0.other] })
  }

  @Test(arguments: [
    ("abcd1111", 0), ("ABCD2222", 1), ("abcd2", 1), ("Kyoto", 0), ("kyoto", 1), ("CALM", 0),
    ("oslo", 2), (" Oslo ", 2), ("by the", 3), ("dead", 3), ("beef5", 4),
  ])
  func nameOrIdentifierFindsOneItem(_ text: String, _ index: Int) throws {
    #expect(try items.item(named: text) == things[index])
  }

  @Test(arguments: ["", " ", "nothing", "dea", "abcd11112"])
  func unknownNamesAreRefused(_ text: String) {
    let error = #expect(throws: CommandFailure.self) { try items.item(named: text) }
    #expect(error?.reason == .notFound)
    #expect(error?.code == .notFound)
    #expect(error?.candidates == nil)
    #expect(error?.advice?.contains("sample list") == true)
  }

  @Test(arguments: [
    ("abcd", ["abcd1111", "abcd2222"]), ("KYOTO", ["abcd1111", "abcd2222"]),
    ("twin", ["beef5555", "beef6666"]), ("cafe", ["cafe3333", "dead4444"]),
    ("o", ["abcd1111", "abcd2222", "cafe3333"]),
  ])
  func ambiguousNamesListTheirCandidates(_ text: String, _ ids: [String]) {
    let error = #expect(throws: CommandFailure.self) { try items.item(named: text) }
    #expect(error?.reason == .ambiguous)
    #expect(error?.code == .notFound)
    #expect(error?.candidates?.map(\.id) == ids)
    #expect(ids.allSatisfy { error?.text.contains("\n  \($0)  ") == true })
  }
}
