import Testing

@testable import StoreTool

@Suite("Lists of names")
struct NameListTests {
  @Test func entitiesAreListedIfThereAreAny() {
    #expect(
      NameList.entities(["Tag", "Book"], like: "x") == "Use one of its entities: Book, Tag.")
    #expect(NameList.entities([], like: "x").hasSuffix("this one has no entities."))
  }
}
