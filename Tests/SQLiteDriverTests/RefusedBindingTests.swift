import CSQLite
import Foundation
import SQLCore
import Testing

@testable import SQLiteDriver

@Suite("Refused bindings")
struct RefusedBindingTests {
  private let connection: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(path: "", mode: .inMemory)
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v, w)")
    sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, 2_000)
  }

  static let tooLarge: [SQLValue] = [
    .text(String(repeating: "x", count: 2_001)), .blob(Data(repeating: 1, count: 5_000)),
  ]

  @Test(arguments: tooLarge)
  func refusedBindingFailsTheStatement(value: SQLValue) throws {
    let error = try #require(throws: SQLError.self) {
      try connection.run("INSERT INTO t (v) VALUES (?)", [value])
    }
    #expect(error.kind == .tooBig)
    #expect(try connection.rows("SELECT * FROM t").isEmpty)
    // The same statement works with valid values afterwards.
    try connection.run("INSERT INTO t (v) VALUES (?)", [.text("fits")])
    #expect(try connection.rows("SELECT v FROM t") == [[.text("fits")]])
  }

  @Test func firstRefusedParameterIsReported() throws {
    let statement = try connection.prepare("INSERT INTO t (v, w) VALUES (?, ?)")
    let writer = statement.parameters
    writer.bind("fits", 1)
    #expect(writer.refusedParameter == 0)
    writer.bind(Self.tooLarge[0], 2)
    writer.bind(Self.tooLarge[1], 1)
    #expect(writer.refusedParameter == 2)
    #expect(writer.refusal().kind == .tooBig)
    #expect(throws: SQLError.self) { try statement.step() }
    statement.reset()
    #expect(writer.refusedParameter == 0)
  }

  @Test func missingParametersAreRefused() throws {
    let error = try #require(throws: SQLError.self) {
      try connection.run("INSERT INTO t (v) VALUES (1)", [.integer(1)])
    }
    #expect(error.kind == .misuse)
  }
}
