import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

/// Deletions clear the foreign keys of rows that are not loaded.
@Suite("Keys of deleted rows")
struct DeletedKeyTests {
  private func values(_ store: TestStore, _ sql: String) throws -> [[SQLValue]] {
    try SQLiteConnection(path: #require(store.url).path, mode: .readWrite).rows(sql)
  }

  @Test func inverseColumnsOfUnloadedRowsAreCleared() throws {
    let store = try TestStore(.file, GraphSchema.models)
    do {
      let context = store.makeContext()
      let citizen = Citizen(name: "Ann")
      context.insert(citizen)
      citizen.passport = Passport(number: 1)
      try context.save()
    }
    let context = store.makeContext()
    context.delete(try #require(try context.fetch(FetchDescriptor<Passport>()).first))
    try context.save()
    #expect(try values(store, "SELECT ZPASSPORT FROM ZCITIZEN") == [[.null]])
  }

  @Test func columnsWithoutInverseInUnloadedRowsAreCleared() throws {
    let store = try TestStore(.file, GraphSchema.models)
    do {
      let context = store.makeContext()
      let worker = Worker(name: "Wu")
      worker.mentor = Citizen(name: "Ann")
      context.insert(worker)
      try context.save()
    }
    let context = store.makeContext()
    context.delete(try #require(try context.fetch(FetchDescriptor<Citizen>()).first))
    try context.save()
    #expect(try values(store, "SELECT ZMENTOR FROM ZWORKER") == [[.null]])
  }
}
