import CSQLite
import Foundation
import Testing

@testable import OpenSwiftData
@testable import SQLiteDriver

@Suite("Values beyond the limits of the database")
struct HugeValueTests {
  /// A user-defined recursive type.
  struct Outline: Codable {
    var parts: [Outline]
    init(depth: Int) {
      var outline: [Outline] = []
      for _ in 0..<depth { outline = [Outline(parts: outline)] }
      parts = outline
    }
    private init(parts: [Outline]) { self.parts = parts }

    var depth: Int {
      var (count, rest) = (0, parts)
      while let first = rest.first { (count, rest) = (count + 1, first.parts) }
      return count
    }
  }

  @Model final class Paper {
    var number: Int
    var text: String
    var bytes: Data?
    var tags: [String] = []
    var outline: Outline?
    init(_ number: Int, _ text: String = "") { (self.number, self.text) = (number, text) }
  }

  private let store: TestStore
  private let context: ModelContext
  private let huge = String(repeating: "x", count: 20_000)

  init() throws {
    store = try TestStore(.file, for: Paper.self)
    context = store.makeContext()
    let session = try context.recordSession(context.core.stores[0])
    let connection = try #require(session.connection as? SQLiteConnection)
    sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, 10_000)
  }

  private func stored() throws -> [String] {
    try store.makeReopenedContext()
      .fetch(FetchDescriptor<Paper>(sortBy: [SortDescriptor(\.number)])).map(\.text)
  }

  private func expectRefusal(of property: String) throws {
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .valueCannotBeStored)
    #expect("\(error)".contains("Paper"), "\(error)")
    #expect("\(error)".contains(property), "\(error)")
  }

  @Test func hugeValuesAreRefusedWhenInserted() throws {
    let paper = Paper(1, huge)
    context.insert(paper)
    try expectRefusal(of: "text")
    #expect(try stored().isEmpty)
    paper.text = "short"
    try context.save()
    #expect(try stored() == ["short"])
    let other = Paper(2)
    other.bytes = Data(repeating: 1, count: 20_000)
    context.insert(other)
    try expectRefusal(of: "bytes")
    other.bytes = nil
    other.tags = [huge]
    try expectRefusal(of: "tags")
  }

  @Test(arguments: [1, 40])
  func hugeValuesAreRefusedWhenChanged(count: Int) throws {
    let papers = (0..<count).map { Paper($0, "before") }
    for paper in papers { context.insert(paper) }
    try context.save()
    for paper in papers { paper.text = huge }
    #expect(throws: SwiftDataError.valueCannotBeStored) { try context.save() }
    #expect(try stored() == Array(repeating: "before", count: count))
    for paper in papers { paper.text = "after" }
    try context.save()
    #expect(try stored() == Array(repeating: "after", count: count))
  }

  @Test func valuesNestedTooDeepAreRefused() throws {
    let paper = Paper(1, "deep")
    paper.outline = Outline(depth: 5_000)
    context.insert(paper)
    try expectRefusal(of: "outline")
    paper.outline = Outline(depth: 100)
    try context.save()
    let read = try store.makeReopenedContext().fetch(FetchDescriptor<Paper>())
    #expect(read.first?.outline?.depth == 100)
  }

  @Test func hugeValuesAreRefusedInConditionsAndUpdates() throws {
    context.insert(Paper(1, "before"))
    try context.save()
    let huge = huge
    #expect(throws: SwiftDataError.valueCannotBeStored) {
      try context.fetch(FetchDescriptor<Paper>(predicate: #Predicate { $0.text == huge }))
    }
    #expect(throws: SwiftDataError.valueCannotBeStored) {
      try context.update(Paper.self, .set(\.text, to: huge))
    }
    #expect(try stored() == ["before"])
  }
}
