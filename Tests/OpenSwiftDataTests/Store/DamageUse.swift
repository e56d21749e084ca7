import Foundation
import OpenSwiftData

extension Damage {
  /// Opens a possibly damaged store, reads everything, runs queries, saves and deletes.
  ///
  /// - Returns: Errors that are not of the documented type; none are expected.
  static func use(_ url: URL) -> [String] {
    var untyped: [String] = []
    func attempt(_ what: String, _ body: () throws -> Void) {
      do {
        try body()
      } catch is SwiftDataError {
      } catch {
        untyped.append("\(what): \(type(of: error)) \(error)")
      }
    }
    var container: ModelContainer?
    attempt("open") { container = try open(url) }
    guard let container else { return untyped }
    let context = ModelContext(container)
    attempt("documents") {
      for document in try context.fetch(FetchDescriptor<Document>()) { touch(document) }
    }
    attempt("folders") {
      for folder in try context.fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.number)])) {
        _ = (folder.children.count, folder.items.map(\.number), folder.parent?.number)
        _ = folder.documents.map(\.code)
      }
    }
    attempt("labels") {
      for label in try context.fetch(FetchDescriptor<Label>()) { _ = label.documents.count }
    }
    attempt("predicates") {
      _ = try context.fetchCount(
        FetchDescriptor<Document>(
          predicate: #Predicate { ($0.folder?.number ?? 0) > 1 && $0.text.contains("a") }))
      _ = try context.fetch(
        FetchDescriptor<Folder>(predicate: #Predicate { $0.items.contains { $0.number > 3 } }))
      _ = try context.fetch(
        FetchDescriptor<Document>(sortBy: [SortDescriptor(\.price), SortDescriptor(\.date)]))
    }
    attempt("identifiers") { _ = try context.fetchIdentifiers(FetchDescriptor<Document>()) }
    attempt("batches") {
      let found = try context.fetch(descriptor(), batchSize: 3)
      for document in found { _ = document.number }
    }
    attempt("enumerate") {
      try context.enumerate(FetchDescriptor<Document>(), batchSize: 5) { _ = $0.number }
    }
    attempt("selecting") {
      _ = try context.fetch(FetchDescriptor<Document>(), selecting: \.shape)
      _ = try context.fetch(FetchDescriptor<Document>(), selectingDistinct: \.kind)
    }
    attempt("save") { try change(context) }
    attempt("update") { try context.update(Item.self, .set(\.number, to: 5)) }
    context.rollback()
    attempt("delete") { try delete(in: context) }
    context.rollback()
    attempt("erase") { try container.erase() }
    return untyped
  }

  private static func descriptor() -> FetchDescriptor<Document> {
    var descriptor = FetchDescriptor<Document>()
    descriptor.includePendingChanges = false
    return descriptor
  }

  private static func touch(_ document: Document) {
    _ = (document.number, document.text.count, document.blob?.count, document.tags.count)
    _ = (document.numbers, document.counts, document.details, document.whole, document.kind)
    _ = (document.shape, document.weight, document.date, document.price, document.token)
    _ = (document.link, document.small, document.unsigned, document.flag, document.length)
    _ = (document.raw.count, document.box?.nodes.count, document.folder?.number)
    _ = document.labels.map(\.name)
    _ = "\(document.date) \(document.price) \(document.weight)"
  }

  private static func change(_ context: ModelContext) throws {
    let documents = try context.fetch(FetchDescriptor<Document>())
    if let first = documents.first {
      first.text = "changed"
      first.blob = Data(repeating: 3, count: 110_000)
    }
    if documents.count > 1 { context.delete(documents[1]) }
    let document = Document("new")
    context.insert(document)
    let folder = Folder(777)
    context.insert(folder)
    document.folder = folder
    folder.items = [Item(1), Item(2)]
    document.labels = [Label("label 1")]
    try context.save()
  }

  private static func delete(in context: ModelContext) throws {
    if let folder = try context.fetch(FetchDescriptor<Folder>()).first { context.delete(folder) }
    try context.delete(model: Item.self, where: #Predicate { $0.number % 2 == 0 })
    try context.delete(model: Label.self)
    try context.save()
  }
}
