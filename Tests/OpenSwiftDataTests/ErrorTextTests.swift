import Foundation
import SQLCore
import SQLiteDriver
import Testing

@testable import OpenSwiftData

/// The form of user-visible error texts.
@Suite("Error texts")
struct ErrorTextTests {
  @Model final class Leaf {
    var name: String
    var size: Int
    var computed: Int { size &* 2 }
    var marks: [String] = []
    var paint: Paint?
    @Attribute(.externalStorage) var image: Data?
    var tree: Tree?
    init(name: String, size: Int) {
      self.name = name
      self.size = size
    }
  }
  struct Paint: Codable {
    var name = ""
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "Never."))
    }
    init() {}
    init(from decoder: any Decoder) throws { self.init() }
  }
  @Model final class Holder {
    var box: Box
    init(box: Box) { self.box = box }
  }
  struct Box: Codable {
    final class Label: Codable {
      var ink = 0
      init() {}
    }
    var label = Label()
  }
  @Model final class Tree {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .deny, inverse: \Leaf.tree) var leaves: [Leaf] = []
    init(name: String) { self.name = name }
  }

  /// Errors from as many parts of the library as a test can easily provoke.
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
    // An explicit location: the contents of the default one depend on previous test runs.
    note { _ = try ModelContainer(for: Leaf.self, configurations: ModelConfiguration("../b")) }
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
    errors += provokedByValues()
    errors += provokedByStores()
    #expect(errors.count >= 29)
    return errors
  }

  private static func collecting(_ bodies: [() throws -> Void]) -> [any Error] {
    bodies.enumerated().compactMap { number, body in
      do {
        try body()
        Issue.record("number \(number) of \(bodies.count) throws nothing")
        return nil
      } catch { return error }
    }
  }

  private static func makeContext(
    _ types: any PersistentModel.Type..., url: URL? = nil
  ) throws -> ModelContext {
    let schema = Schema(types)
    let configuration =
      url.map { ModelConfiguration(schema: schema, url: $0) }
      ?? ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
    return ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
  }

  /// Errors about values and requests.
  private static func provokedByValues() -> [any Error] {
    func withLeaf(_ body: (ModelContext, Leaf) throws -> Void) throws {
      let context = try makeContext(Leaf.self, Tree.self)
      let leaf = Leaf(name: "a", size: .max)
      context.insert(leaf)
      try context.save()
      try body(context, leaf)
    }
    let all = FetchDescriptor<Leaf>()
    return collecting([
      { _ = try makeContext(Holder.self) },
      {
        try withLeaf { context, leaf in
          leaf.paint = Paint()
          try context.save()
        }
      },
      { try withLeaf { context, _ in try context.update(Leaf.self, .increment(\.size, by: 1)) } },
      { try withLeaf { context, _ in try context.update(Leaf.self, .set(\.image, to: Data())) } },
      { try withLeaf { context, _ in try context.update(Leaf.self, .set(\.tree, to: nil)) } },
      {
        try withLeaf { context, _ in
          try context.update(Leaf.self, .set(\.size, to: 1), .set(\.size, to: 2))
        }
      },
      {
        try withLeaf { context, _ in
          _ = try context.aggregate(all, groupedBy: \.marks, computing: .count)
        }
      },
      {
        try withLeaf { context, _ in
          _ = try context.aggregate(all, groupedBy: \.image, computing: .count)
        }
      },
      {
        try withLeaf { context, _ in
          _ = try context.aggregate(all, groupedBy: \.tree, computing: .count)
        }
      },
      {
        try withLeaf { context, _ in
          _ = try context.aggregate(all, groupedBy: \.persistentModelID, computing: .count)
        }
      },
      {
        try withLeaf { _, leaf in
          let other = try makeContext(Leaf.self, Tree.self)
          other.insert(leaf)
          try other.save()
        }
      },
      {
        try withLeaf { context, _ in
          context.insert(InheritanceTests.Invoice())
          try context.save()
        }
      },
      {
        try withLeaf { context, leaf in
          leaf.size = 0
          _ = try context.fetch(FetchDescriptor<Leaf>(predicate: #Predicate { 1 / $0.size > 2 }))
        }
      },
    ])
  }

  /// Errors about files and their contents.
  private static func provokedByStores() -> [any Error] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ErrorTexts-\(UUID())", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String, _ content: Data) throws -> URL {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let url = folder.appendingPathComponent(name)
      try content.write(to: url)
      return url
    }
    return collecting([
      { _ = try makeContext(Leaf.self, url: try file("letter", Data("Dear reader,".utf8))) },
      { _ = try makeContext(Leaf.self, url: try file("noise", Data(repeating: 7, count: 9_000))) },
      { _ = try makeContext(Leaf.self, url: URL(string: "https://example.com/a.store")) },
      { _ = try makeContext(Leaf.self, url: folder.appendingPathComponent("letter/a.store")) },
      {
        let configuration = ModelConfiguration(
          schema: Schema([Leaf.self]), url: folder.appendingPathComponent("none.store"),
          allowsSave: false)
        _ = try ModelContainer(for: Leaf.self, configurations: configuration)
      },
      {
        let url = folder.appendingPathComponent("moved.store")
        let context = try makeContext(Leaf.self, url: url)
        try FileManager.default.removeItem(at: url)
        context.insert(Leaf(name: "b", size: 1))
        try context.save()
      },
      {
        let url = folder.appendingPathComponent("tables.store")
        try makeContext(Leaf.self, url: url).save()
        let connection = try SQLiteConnection(path: url.path, mode: .readWrite)
        try connection.execute("DROP TABLE ZLEAF")
        _ = try makeContext(Leaf.self, url: url).fetch(FetchDescriptor<Leaf>())
      },
      {
        _ = try ModelContainer(
          for: Leaf.self, configurations: ModelConfiguration("../up"))
      },
      {
        _ = try ModelContainer(
          for: Leaf.self,
          configurations: ModelConfiguration(String(repeating: "a", count: 300)))
      },
    ])
  }

  private static func complaint(_ text: String) -> String? {
    // A path may start in lower case.
    if text.first?.isUppercase != true, text.first != "/" { return "no capital" }
    if !text.hasSuffix(".") || text.hasSuffix("..") { return "no single full stop" }
    let wrongs = [
      "PRAGMA", "<computed", "0x0", "Optional(", "Optional<", "Array<", "unknown context", ".. ",
      "  ", ",,", " .",
    ]
    for wrong in wrongs where text.contains(wrong) { return "'\(wrong)'" }
    // File names are not part of our wording.
    let words = text.split(separator: " ").filter { !$0.contains("/") }
      .flatMap { $0.split { !$0.isLetter && !$0.isNumber } }
    if zip(words, words.dropFirst()).contains(where: { $0 == $1 && $0 != "that" }) {
      return "a word twice"
    }
    return nil
  }

  @Test func errorTextsAreSentences() throws {
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
      // A kind alone may have no advice; an error in a program has.
      if let error = error as? SwiftDataError, error.description.contains(":") {
        #expect(error.recoverySuggestion?.isEmpty == false, "\(error)")
      }
      for text in texts {
        if let complaint = Self.complaint(text) { Issue.record("\(complaint): \(text)") }
      }
      #expect(!"\(error)".contains("<computed"), "\(error)")
      #expect(!"\(error)".contains("PRAGMA"), "\(error)")
    }
  }

  @Test func keyPathsReadAsTheirProperties() throws {
    #expect((\Leaf.name as AnyKeyPath).readable == "Leaf.name")
    #expect((\Leaf.computed as AnyKeyPath).readable == "Leaf's computed value of type Int")
  }
}
