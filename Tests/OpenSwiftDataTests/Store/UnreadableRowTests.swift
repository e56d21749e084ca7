import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

/// Rows with values of the wrong type, as another program may have written them.
@Suite("Unreadable rows")
struct UnreadableRowTests {
  enum Mood: String, Codable { case fine, bad }

  @Model final class Diary {
    var number: Int
    var mood: Mood
    var price: Decimal = 1
    var tags: [Int] = []
    var cover: Cover = Cover()
    var book: Book?
    init(_ number: Int) {
      self.number = number
      mood = .fine
    }
  }
  struct Cover: Codable, Equatable {
    var address: URL = URL(fileURLWithPath: "/")
    var width = 1
  }
  @Model final class Book {
    @Relationship(inverse: \Diary.book) var pages: [Diary] = []
    init() {}
  }

  private let folder: TestFolder
  private let container: ModelContainer

  init() throws {
    folder = try TestFolder()
    container = try ModelContainer(
      for: Diary.self, Book.self,
      configurations: ModelConfiguration(url: folder.file("diary.store")))
    let context = ModelContext(container)
    let book = Book()
    context.insert(book)
    book.pages = (1...5).map(Diary.init)
    try context.save()
  }

  private func damage(_ column: String, _ value: SQLValue) throws -> Int64 {
    let connection = try SQLiteConnection(
      path: folder.file("diary.store").path, mode: .readWrite)
    try connection.run("UPDATE ZDIARY SET \(column) = ? WHERE ZNUMBER = 3", [value])
    let rows = try connection.rows("SELECT Z_PK FROM ZDIARY WHERE ZNUMBER = 3")
    guard case .integer(let key)? = rows.first?.first else { return 0 }
    return key
  }

  private func expect(
    _ property: String, _ value: String, inRow key: Int64,
    _ body: (ModelContext) throws -> Void, location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: SwiftDataError.valueCannotBeRead, sourceLocation: location) {
      try body(ModelContext(container))
    }
    let text = "\(error.map { "\($0)" } ?? "")"
    for part in ["Diary.\(property), row \(key)", value, "update(_:where:_:)"] {
      #expect(text.contains(part), "\(text)", sourceLocation: location)
    }
  }

  @Test func errorsNameRowPropertyAndValue() throws {
    let key = try damage("ZMOOD", .text("terrible"))
    expect("mood", "'terrible'", inRow: key) { _ = try $0.fetch(FetchDescriptor<Diary>()) }
    expect("mood", "'terrible'", inRow: key) {
      try $0.enumerate(FetchDescriptor<Diary>(), batchSize: 2) { _ in }
    }
  }

  @Test func otherRowsAreReadable() throws {
    let key = try damage("ZMOOD", .text("terrible"))
    let context = ModelContext(container)
    var errors: [SwiftDataError] = []
    let order = [SortDescriptor(\Diary.number)]
    for _ in 1...2 {
      // The second fetch uses the statement of the first one, and finds the instances.
      let diaries = try context.fetch(FetchDescriptor<Diary>(sortBy: order)) { errors.append($0) }
      #expect(diaries.map(\.number) == [1, 2, 4, 5])
      #expect(diaries.allSatisfy { $0.mood == .fine && $0.book != nil })
    }
    #expect(errors == [.valueCannotBeRead, .valueCannotBeRead])
    for part in ["Diary.mood, row \(key)", "'terrible'", "ZDIARY.ZMOOD"] {
      #expect("\(errors[0])".contains(part), "\(errors[0])")
    }
    // Only the fetches above leave out the row.
    #expect(throws: SwiftDataError.valueCannotBeRead) {
      try context.fetch(FetchDescriptor<Diary>())
    }
    let page = FetchDescriptor<Diary>(predicate: #Predicate { $0.number == 3 })
    #expect(try context.fetch(page) { errors.append($0) }.isEmpty)
    #expect(throws: CancellationError.self) {
      try context.fetch(page) { _ in throw CancellationError() }
    }
    try context.update(Diary.self, where: #Predicate { $0.number == 3 }, .set(\.mood, to: .bad))
    #expect(try context.fetch(FetchDescriptor<Diary>()).count == 5)
  }

  @Test func unreadableNumbersListsStructsAndTextsAreNamed() throws {
    for (column, property, value, text) in [
      ("ZPRICE", "price", SQLValue.text("many"), "'many'"),
      ("ZTAGS", "tags", .blob(Data("[1, \"x\"]".utf8)), "'[1, \"x\"]'"),
      ("ZTAGS", "tags", .blob(Data([0, 1, 2])), "of 3 bytes"),
      ("ZADDRESS", "cover", .blob(Data([0, 1, 2])), "of 3 bytes"),
      ("ZMOOD", "mood", .text(String(repeating: "long", count: 100)), "long…'"),
    ] {
      let key = try damage(column, value)
      expect(property, text, inRow: key) { _ = try $0.fetch(FetchDescriptor<Diary>()) }
      try ModelContext(container).update(
        Diary.self, where: #Predicate { $0.number == 3 }, .set(\.mood, to: .bad),
        .set(\.price, to: 1), .set(\.tags, to: []), .set(\.cover, to: Cover()))
    }
    let diaries = try ModelContext(container).fetch(FetchDescriptor<Diary>())
    #expect(diaries.count == 5)
    #expect(diaries.filter { $0.mood == .bad }.map(\.number) == [3])
    #expect(diaries.allSatisfy { $0.cover == Cover() })
  }
}
