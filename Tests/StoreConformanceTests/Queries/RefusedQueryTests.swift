import Foundation
import OpenSwiftData
import Testing

@Suite("Refused SQL queries")
struct RefusedQueryTests {
  @Test(arguments: TestedStore.all.filter { !$0.supports.contains(.queries) })
  func customStoresRunNoQueries(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    #expect(throws: SwiftDataError.unsupportedQuery) {
      try context.query("SELECT COUNT(*) FROM \(Note.self)", as: Int.self)
    }
  }

  @Test(
    arguments: TestedStore.supporting(.queries),
    [
      "DELETE FROM \(Note.self)", "DELETE FROM \(Note.self) RETURNING 1",
      "UPDATE \(Note.self) SET \(\Note.code) = 5", "COMMIT", "PRAGMA query_only = 0",
      "SELECT 1; DELETE FROM \(Note.self)", "", "SELECT ?",
    ] as [SQLQuery])
  func onlyQueriesAreRun(_ kind: TestedStore, _ query: SQLQuery) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    try context.saveNotes([1])
    func isRefused() -> Bool {
      do {
        _ = try context.query(query, as: Int.self)
        return false
      } catch let error as SwiftDataError {
        return [.unsupportedQuery, .queryFailed].contains(error)
      } catch {
        return false
      }
    }
    #expect(isRefused())
    #expect(try context.codes() == [1])
    if kind.supports.contains(.transactions) {
      try context.transaction(.serializable) {
        #expect(isRefused())
        context.insert(Note(code: 2))
      }
      #expect(try context.codes() == [1, 2])
    }
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func errorsNameTheStatement(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    do {
      _ = try context.query("SELECT nothing FROM \(Note.self) WHERE 1 = \(1)", as: Int.self)
      Issue.record("The query was run.")
    } catch let error as SwiftDataError {
      #expect(error == .queryFailed)
      #expect("\(error)".contains("nothing"))
      #expect("\(error)".contains("Statement: SELECT nothing FROM "))
    }
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func valuesOfOtherTypesAreNotConverted(_ kind: TestedStore) throws {
    struct Line: Decodable { let absent: Int }
    let context = try TestStore(kind, for: Note.self).makeContext()
    try context.saveNotes([1])
    let queries: [(SQLQuery, any Decodable.Type)] = [
      ("SELECT \(\Note.title) FROM \(Note.self)", Int.self),
      ("SELECT \(\Note.rating) FROM \(Note.self)", Double.self),
      ("SELECT 1.5 FROM \(Note.self)", Int.self), ("SELECT 300 FROM \(Note.self)", Int8.self),
      ("SELECT \(\Note.code) FROM \(Note.self)", String.self),
      ("SELECT \(\Note.code) FROM \(Note.self)", Line.self),
    ]
    for (query, type) in queries {
      func run<Value: Decodable>(_ type: Value.Type) throws {
        _ = try context.query(query, as: type)
      }
      #expect(throws: SwiftDataError.valueCannotBeRead) { try run(type) }
    }
    #expect(throws: SwiftDataError.unsupportedQuery) {
      try context.query("SELECT \(\Note.title) FROM \(Note.self)", as: Note.self)
    }
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func onlySavedModelsAndSingleColumnsAreInterpolated(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Purchase.self, Trip.self).makeContext()
    let trip = Trip(name: "new")
    context.insert(trip)
    for query in [
      "SELECT \(\Purchase.spot) FROM \(Purchase.self)", "SELECT \(\Trip.items) FROM \(Trip.self)",
      "SELECT \(Spot(row: 1, seat: nil))", "SELECT 1 FROM \(Trip.self) WHERE 1 = \(trip)",
    ] as [SQLQuery] {
      #expect(throws: SwiftDataError.unsupportedQuery) { try context.query(query, as: Int.self) }
    }
  }
}
