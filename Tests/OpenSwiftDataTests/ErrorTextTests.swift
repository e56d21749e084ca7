import Foundation
import Testing

@testable import OpenSwiftData

/// The form of what errors say to people.
@Suite("Error texts")
struct ErrorTextTests {
  @Model final class Leaf {
    var name: String
    var size: Int
    var computed: Int { size &* 2 }
    var tree: Tree?
    init(name: String, size: Int) {
      self.name = name
      self.size = size
    }
  }
  @Model final class Tree {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .deny, inverse: \Leaf.tree) var leaves: [Leaf] = []
    init(name: String) { self.name = name }
  }

  /// Errors of as many places as programs get to easily.
  private static func provoked() throws -> [any Error] {
    let container = try ModelContainer(
      for: Leaf.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let leaf = Leaf(name: "a", size: .max)
    context.insert(leaf)
    let tree = Tree(name: "t")
    context.insert(tree)
    leaf.tree = tree
    try context.save()
    var errors: [any Error] = []
    func note(_ body: () throws -> Void) {
      do {
        try body()
      } catch { errors.append(error) }
    }
    func fetch(_ predicate: Predicate<Leaf>) throws {
      _ = try context.fetch(FetchDescriptor(predicate: predicate))
    }
    note { try fetch(#Predicate { $0.size + 1 > 0 && $0.name.contains(/b/) == false }) }
    note { try fetch(#Predicate { $0.computed + $0.size > 0 }) }
    note { _ = try context.fetch(FetchDescriptor<Leaf>(), selecting: \.computed) }
    note { _ = try context.aggregate(FetchDescriptor<Leaf>(), .sum(\.size), .sum(\.computed)) }
    note {
      var descriptor = FetchDescriptor<Leaf>()
      descriptor.relationshipKeyPathsForPrefetching = [\.name]
      _ = try context.fetch(descriptor)
    }
    note {
      context.delete(tree)
      defer { context.rollback() }
      try context.save()
    }
    note { try context.enumerate(FetchDescriptor<Leaf>()) { $0.size = 1 } }
    context.rollback()
    note { _ = try ModelContainer(for: Schema(InheritanceTests.BusinessTrip.self)) }
    note {
      _ = try ModelContainer(
        for: Leaf.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: "/")))
    }
    note {
      _ = try ModelContainer(
        for: Leaf.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: "/dev/null")))
    }
    note {
      let a = ModelConfiguration("x", isStoredInMemoryOnly: true)
      _ = try ModelContainer(for: Leaf.self, configurations: a, a)
    }
    note { _ = try context.fetch(FetchDescriptor<InheritanceTests.Invoice>()) }
    #expect(errors.count >= 7)
    return errors
  }

  private static func complaint(_ text: String) -> String? {
    // A path begins as it does.
    if text.first?.isUppercase != true, text.first != "/" { return "no capital" }
    if !text.hasSuffix(".") || text.hasSuffix("..") { return "no single full stop" }
    for wrong in ["PRAGMA", "<computed", "0x0", "Optional(", "..", "  ", ",,", " ."]
    where text.contains(wrong) { return "'\(wrong)'" }
    let words = text.split { !$0.isLetter }
    if zip(words, words.dropFirst()).contains(where: { $0 == $1 && $0 != "that" }) {
      return "a word twice"
    }
    return nil
  }

  @Test func areSentences() throws {
    let plain = SwiftDataError.Code.allCases.map { SwiftDataError($0) as any Error }
    let stores: [DataStoreError] = [
      .unsupportedFeature, .preferInMemoryFilter, .preferInMemorySort, .invalidPredicate,
    ]
    for error in plain + stores + (try Self.provoked()) {
      let localized = try #require(error as? any LocalizedError)
      let texts = [
        localized.errorDescription, localized.failureReason, localized.recoverySuggestion,
      ].compactMap(\.self)
      #expect(localized.errorDescription != nil)
      for text in texts {
        if let complaint = Self.complaint(text) { Issue.record("\(complaint): \(text)") }
      }
      #expect(!"\(error)".contains("<computed") && !"\(error)".contains("PRAGMA"), "\(error)")
    }
  }

  @Test func nameProperties() throws {
    #expect((\Leaf.name as AnyKeyPath).readable == "Leaf.name")
    #expect((\Leaf.computed as AnyKeyPath).readable == "A computed value of type Int of Leaf")
  }
}
