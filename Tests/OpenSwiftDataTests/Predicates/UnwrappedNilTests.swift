import Foundation
import Testing

@testable import OpenSwiftData

/// Predicates that unwrap nil without a check, such as `$0.title!`.
@Suite("Nil that is unwrapped") struct UnwrappedNilTests {
  /// The names of the pages that a predicate finds, before and after saving.
  private func found(_ predicate: Predicate<Page>, isExact: Bool = true) throws -> [[String]] {
    let container = try ModelContainer(
      for: Page.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let titles: [String?] = ["x", "abc", nil]
    let pages = titles.flatMap { title in
      [true, false].map { Page("\(title ?? "-")\($0 ? 1 : 0)", title, isOpen: $0) }
    }
    for page in pages { context.insert(page) }
    for index in 1..<6 { pages[index].next = pages[index - 1] }
    let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])
    let pending = try context.fetch(descriptor).map(\.name)
    #expect(try context.fetchCount(descriptor) == pending.count)
    try context.save()
    let other = ModelContext(container)
    #expect(try other.fetchCount(descriptor) == pending.count)
    let stored = try other.fetch(descriptor).map(\.name)
    let translator = PredicateTranslator(
      columns: try container.core.bindings.binding(for: Page.self))
    let translation = translator.translate(predicate)
    #expect(translation.isExact == isExact, "\(translation.obstacle.debugDescription)")
    try other.delete(model: Page.self, where: predicate)
    #expect(try other.fetchCount(FetchDescriptor<Page>()) == 6 - stored.count)
    return [pending, stored]
  }

  private func expect(
    _ predicate: Predicate<Page>, _ names: String, isExact: Bool = true,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let wanted = names.split(separator: " ").map(String.init).sorted()
    #expect(
      try found(predicate, isExact: isExact) == [wanted, wanted], sourceLocation: location)
  }

  @Test func anUnwrappedNilExcludesItsRow() throws {
    try expect(#Predicate { $0.title!.contains("b") }, "abc1 abc0")
    try expect(#Predicate { $0.title! == "x" }, "x1 x0")
    try expect(#Predicate { $0.title! != "x" }, "abc1 abc0")
    try expect(#Predicate { $0.title!.count > 0 && $0.isOpen }, "x1 abc1")
  }

  @Test func anUnwrappedNilIsNeitherTrueNorFalse() throws {
    try expect(#Predicate { !($0.title! == "x") }, "abc1 abc0")
    try expect(#Predicate { !($0.title! != "x") }, "x1 x0")
    try expect(#Predicate { !($0.title! == "x" && $0.isOpen) }, "x0 abc1 abc0 -0")
    try expect(#Predicate { !($0.title! == "x" || $0.isOpen) }, "abc0")
    try expect(#Predicate { !(!($0.title! == "x")) }, "x1 x0")
  }

  @Test func otherConditionsHoldDespiteAnUnwrappedNil() throws {
    try expect(#Predicate { $0.title! == "x" || $0.isOpen }, "x1 x0 abc1 -1")
    try expect(#Predicate { $0.isOpen || $0.title! == "x" }, "x1 x0 abc1 -1")
    try expect(#Predicate { ($0.title! == "x" ? $0.isOpen : true) }, "x1 abc1 abc0")
    try expect(
      #Predicate { page in
        guard page.isOpen else { return true }
        return page.title! == "x"
      }, "x1 x0 abc0 -0")
    try expect(#Predicate { ($0.title! == "x" || $0.isOpen) == true }, "x1 x0 abc1", isExact: false)
  }

  @Test func nilMayBeUnwrappedThroughRelationships() throws {
    try expect(#Predicate { $0.next!.title! == "x" }, "x0 abc1")
    try expect(#Predicate { !($0.next!.name == "x1") }, "abc1 abc0 -1 -0")
    try expect(#Predicate { $0.next!.title == nil }, "-0", isExact: false)
    try expect(#Predicate { $0.next!.title != nil }, "x0 abc1 abc0 -1")
    try expect(#Predicate { $0.next!.title?.isEmpty ?? true }, "-0", isExact: false)
    try expect(#Predicate { $0.next!.next!.isOpen }, "abc1 -1")
  }

  @Test func anUnwrappedNilExcludesItsElement() throws {
    try expect(#Predicate { $0.previous.contains { $0.title! == "abc" } }, "x0 abc1")
    try expect(#Predicate { $0.previous.allSatisfy { $0.title! == "abc" } }, "x0 abc1 -0")
    try expect(#Predicate { !$0.previous.contains { $0.title! == "abc" } }, "x1 abc0 -1 -0")
    try expect(
      #Predicate { page in ["x", "abc"].contains { $0 == page.title! } }, "x1 x0 abc1 abc0")
    try expect(
      #Predicate { page in !["x", "q"].contains { $0 == page.title! } }, "abc1 abc0 -1 -0")
  }

  @Test func nilMayBeUnwrappedWithinOtherPredicates() throws {
    let isX = #Predicate<Page> { $0.title! == "x" || $0.isOpen }
    try expect(#Predicate { isX.evaluate($0) }, "x1 x0 abc1 -1")
    try expect(#Predicate { !isX.evaluate($0) }, "abc0")
    try expect(#Predicate { isX.evaluate($0.next!) }, "x0 abc1 abc0 -0")
    try expect(#Predicate { !isX.evaluate($0.next!) }, "-1")
    let isLong = #Expression<String, Bool> { $0.count > 1 }
    try expect(#Predicate { !isLong.evaluate($0.title!) }, "x1 x0")
  }

  @Test func unwrappingACapturedNilIsAnError() throws {
    let nothing: String? = nil
    let container = try ModelContainer(
      for: Page.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Page("a", "a", isOpen: true))
    let descriptor = FetchDescriptor<Page>(predicate: #Predicate { $0.name == nothing! })
    #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetch(descriptor) }
    try context.save()
    #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetch(descriptor) }
  }
}

@Model
final class Page {
  var name: String
  var title: String?
  var isOpen: Bool
  var next: Page?
  @Relationship(inverse: \Page.next) var previous: [Page] = []

  init(_ name: String, _ title: String?, isOpen: Bool) {
    self.name = name
    self.title = title
    self.isOpen = isOpen
  }
}
