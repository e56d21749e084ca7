import Foundation
import OpenSwiftData
import Testing

@Suite("SQL queries")
struct SQLQueryTests {
  private struct Line: Decodable, Equatable {
    let title: String
    let rating: Double?
    var number: Int
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func rowsBecomeStructures(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let notes = try context.saveNotes([1, 2, 3])
    notes[1].rating = 4.5
    try context.save()
    let lines = try context.query(
      """
      SELECT \(\Note.title), \(\Note.rating), \(\Note.code) AS number FROM \(Note.self)
      WHERE \(\Note.code) >= \(2) ORDER BY \(\Note.code)
      """, as: Line.self)
    #expect(
      lines == [
        Line(title: "note 2", rating: 4.5, number: 2),
        Line(title: "note 3", rating: nil, number: 3),
      ])
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func rowsBecomeScalarsAndTuples(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    try context.saveNotes(1...4)
    #expect(try context.query("SELECT COUNT(*) FROM \(Note.self)", as: Int.self) == [4])
    #expect(
      try context.query("SELECT MAX(\(\Note.rating)) FROM \(Note.self)", as: Double?.self) == [nil])
    let pairs = try context.query(
      """
      SELECT \(\Note.isPinned), COUNT(*), MIN(\(\Note.title)) FROM \(Note.self)
      GROUP BY \(\Note.isPinned)
      """, as: Bool.self, Int.self, String.self)
    #expect(pairs.map(\.0) == [false])
    #expect(pairs.map(\.1) == [4])
    #expect(pairs.map(\.2) == ["note 1"])
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func valuesOfAllTypesAreBoundAndRead(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Purchase.self).makeContext()
    for purchase in try context.savePurchases(12) {
      func found<Value: Codable & Sendable>(
        _ value: Value, _ column: SQLQuery
      ) throws -> [Value] {
        try context.query(
          """
          SELECT \(column) FROM \(Purchase.self)
          WHERE \(column) = \(value) AND \(\Purchase.code) = \(purchase.code)
          """, as: Value.self)
      }
      #expect(try found(purchase.title, "\(\Purchase.title)") == [purchase.title])
      #expect(try found(purchase.tiny, "\(\Purchase.tiny)") == [purchase.tiny])
      #expect(try found(purchase.ratio, "\(\Purchase.ratio)") == [purchase.ratio])
      #expect(try found(purchase.float, "\(\Purchase.float)") == [purchase.float])
      #expect(try found(purchase.date, "\(\Purchase.date)") == [purchase.date])
      #expect(try found(purchase.isPaid, "\(\Purchase.isPaid)") == [purchase.isPaid])
      #expect(try found(purchase.token, "\(\Purchase.token)") == [purchase.token])
      #expect(try found(purchase.page, "\(\Purchase.page)") == [purchase.page])
      #expect(try found(purchase.stage, "\(\Purchase.stage)") == [purchase.stage])
      #expect(try found(purchase.price, "\(\Purchase.price)") == [purchase.price])
    }
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func interpolatedTextNeverBecomesSQL(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let title = "x' OR '1' = '1'; DROP TABLE \"Note\"; --"
    context.insert(Note(code: 1, title: title))
    context.insert(Note(code: 2, title: "other"))
    try context.save()
    let codes = try context.query(
      "SELECT \(\Note.code) FROM \(Note.self) WHERE \(\Note.title) = \(title)", as: Int.self)
    #expect(codes == [1])
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func listsFollowIN(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let notes = try context.saveNotes(1...5)
    func codes(_ condition: SQLQuery) throws -> [Int] {
      try context.query(
        "SELECT \(\Note.code) FROM \(Note.self) WHERE \(condition) ORDER BY 1", as: Int.self)
    }
    #expect(try codes("\(\Note.code) IN \([2, 4, 9])") == [2, 4])
    #expect(try codes("\(\Note.title) NOT IN \(["note 1", "note 2"])") == [3, 4, 5])
    #expect(try codes("\(\Note.code) IN \([Int]())") == [])
    #expect(try codes("\(\Note.isPinned) IN \([Bool]()) OR \(\Note.code) = \(1)") == [1])
    #expect(try codes("\(\Note.isPinned) IN \([true, false])") == [1, 2, 3, 4, 5])
    #expect(try codes("\(\Note.token) IN \([notes[2].token])") == [3])
    let identifiers = notes.prefix(2).map(\.persistentModelID)
    #expect(try codes("\(\Note.persistentModelID) IN \(identifiers)") == [1, 2])
    #expect(try codes("\(\Note.persistentModelID) = \(notes[4])") == [5])
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func rowsBecomeModelsOfTheContext(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Folder.self)
    let context = store.makeContext()
    let parent = Folder(name: "parent")
    context.insert(parent)
    for name in ["a", "b"] { context.insert(Folder(name: name, parent: parent)) }
    try context.save()
    let folders = try context.query(
      """
      SELECT c.\(\Folder.persistentModelID) FROM \(Folder.self) AS c
      JOIN \(Folder.self) AS p ON c.\(\Folder.parent) = p.\(\Folder.persistentModelID)
      WHERE p.\(\Folder.name) = \("parent") ORDER BY c.\(\Folder.name) DESC
      """, as: Folder.self)
    #expect(folders.map(\.name) == ["b", "a"])
    #expect(folders.first?.parent === parent)
    let all = try store.makeContext().query(
      "SELECT * FROM \(Folder.self) ORDER BY \(\Folder.name)", as: Folder.self)
    #expect(all.map(\.name) == ["a", "b", "parent"])
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func unsavedChangesAreNotSeen(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let notes = try context.saveNotes([1, 2])
    notes[0].title = "changed"
    context.insert(Note(code: 3))
    context.delete(notes[1])
    let titles = try context.query(
      "SELECT \(\Note.title) FROM \(Note.self) ORDER BY \(\Note.code)", as: String.self)
    #expect(titles == ["note 1", "note 2"])
    let models = try context.query("SELECT * FROM \(Note.self)", as: Note.self)
    #expect(models.map(\.title) == ["changed"])
  }
}
