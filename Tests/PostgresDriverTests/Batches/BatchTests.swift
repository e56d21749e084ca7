import Foundation
import PostgresTesting
import RandomTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Batches", .needsPostgres)
struct BatchTests {
  private let connection: PostgresConnection

  init() throws {
    connection = try TestConnection.open()
    try connection.execute("CREATE TEMP TABLE t (id int8 PRIMARY KEY, text text)")
  }

  private func keys() throws -> [Int64] {
    try connection.rows("SELECT id FROM t ORDER BY id").compactMap { row in
      if case .integer(let key) = row[0] { key } else { nil }
    }
  }

  @Test func batchesAreOneTransaction() throws {
    let count = try connection.runBatch(
      "INSERT INTO t VALUES ($1, $2)", (1...1000).map { [.integer($0), .text("row \($0)")] })
    #expect(count == 1000)
    #expect(try keys() == Array(1...1000))
    #expect(!connection.isInTransaction)
  }

  @Test func emptyBatchesDoNothing() throws {
    try connection.batch { #expect($0.count == 0) }
    #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
  }

  @Test func batchesDeliverTheRowsOfEachRun() throws {
    let query = try connection.statement("SELECT $1::int8, generate_series(1, 3)")
    let insert = try connection.statement("INSERT INTO t VALUES ($1) RETURNING id * 2")
    var told: [[Int64]] = []
    let runs = try connection.batch { index, rows in
      var line = [Int64(index)]
      while rows.step() { line += (0..<rows.columnCount).map { rows.int64($0) } }
      told.append(line)
    } _: { batch in
      for key in [5, 6] as [Int64] {
        query.bind(key, 1)
        try batch.add(query)
        insert.bind(key, 1)
        try batch.add(insert)
      }
      return batch.count
    }
    #expect(runs == 4)
    #expect(told == [[0, 5, 1, 5, 2, 5, 3], [1, 10], [2, 6, 1, 6, 2, 6, 3], [3, 12]])
  }

  @Test func failuresNameTheRunThatFailed() throws {
    try connection.run("INSERT INTO t VALUES (500)")
    let failure = #expect(throws: PostgresBatchFailure.self) {
      try connection.runBatch("INSERT INTO t VALUES ($1)", (1...2000).map { [.integer($0)] })
    }
    #expect(failure?.index == 499)
    #expect(failure?.error.kind == .uniqueViolation)
    #expect(try keys() == [500])
    #expect(!connection.isInTransaction)
  }

  @Test func failedBatchesFailTheOpenTransaction() throws {
    try connection.run("INSERT INTO t VALUES (3)")
    try connection.execute("BEGIN")
    #expect(throws: PostgresBatchFailure.self) {
      try connection.runBatch("INSERT INTO t VALUES ($1)", (1...5).map { [.integer($0)] })
    }
    #expect(connection.isInTransaction)
    #expect(TestConnection.error { try connection.run("SELECT 1") }?.kind == .transactionFailed)
    try connection.execute("ROLLBACK")
    _ = try connection.transaction {
      try connection.runBatch("INSERT INTO t VALUES ($1)", (4...6).map { [.integer($0)] })
    }
    #expect(try keys() == [3, 4, 5, 6])
  }

  @Test func abandonedBatchesChangeNothing() throws {
    struct GivenUp: Error {}
    let insert = try connection.statement("INSERT INTO t VALUES ($1)")
    #expect(throws: GivenUp.self) {
      try connection.batch { batch in
        for key in 1...500 as ClosedRange<Int64> {
          insert.bind(key, 1)
          try batch.add(insert)
        }
        throw GivenUp()
      }
    }
    #expect(throws: GivenUp.self) {
      try connection.batch { _, _ in
        throw GivenUp()
      } _: { batch in
        insert.bind(1 as Int64, 1)
        try batch.add(insert)
      }
    }
    #expect(try keys().isEmpty)
  }

  @Test func failuresAtCommitAreReported() throws {
    try connection.execute(
      "CREATE TEMP TABLE child (p int8 REFERENCES t (id) DEFERRABLE INITIALLY DEFERRED)")
    let failure = #expect(throws: PostgresBatchFailure.self) {
      try connection.runBatch("INSERT INTO child VALUES ($1)", [[.integer(9)]])
    }
    #expect(failure?.index == nil)
    #expect(failure?.error.kind == .foreignKeyViolation)
  }

  @Test func invalidValuesAreRefusedBeforeSending() throws {
    let failure = #expect(throws: PostgresBatchFailure.self) {
      try connection.runBatch(
        "INSERT INTO t VALUES ($1, $2)",
        [[.integer(1), .text("fine")], [.integer(2), .text("a\u{0}")], [.integer(3), .null]])
    }
    #expect(failure?.index == 1)
    #expect(failure?.error.kind == .invalidValue)
    #expect(try keys().isEmpty)
  }

  @Test func otherStatementsAreRefusedDuringABatch() throws {
    let insert = try connection.statement("INSERT INTO t VALUES ($1)")
    try connection.batch { batch in
      #expect(TestConnection.error { try connection.run("SELECT 1") }?.kind == .misuse)
      insert.bind(1 as Int64, 1)
      try batch.add(insert)
    }
    #expect(try keys() == [1])
  }

  /// Both sides send more than any buffer can hold.
  @Test func batchesMayExceedAllBuffers() throws {
    let echo = try connection.statement("SELECT $1::text || $1::text")
    let text = String(repeating: "x", count: 50_000)
    var bytes = 0
    try connection.batch { _, rows in
      #expect(rows.step())
      bytes += rows.string(0).utf8.count
    } _: { batch in
      for _ in 0..<400 {
        echo.bind(text, 1)
        try batch.add(echo)
      }
    }
    #expect(bytes == 400 * 100_000)
    // Many small statements whose results are ignored.
    try connection.runBatch(
      "SELECT repeat('y', 2000) WHERE $1::int8 > 0", (1...20_000).map { [.integer($0)] })
  }

  @Test(arguments: [PostgresSettings.Statements.named(limit: 100), .unnamed, .off])
  func randomBatchesFailAtRandomPlaces(statements: PostgresSettings.Statements) throws {
    let connection = try TestConnection.open { $0.statements = statements }
    try connection.execute("CREATE TEMP TABLE r (id int8 PRIMARY KEY, text text)")
    var random = SeededGenerator(seed: TestRun.seed(11))
    var expected: Set<Int64> = []
    let inserts = try ["INSERT INTO r VALUES ($1, $2)", "INSERT INTO r (id, text) VALUES ($1, $2)"]
      .map { try connection.statement($0) }
    for round in 0..<TestRun.count(300) {
      let size = Int.random(in: 1...400, using: &random)
      let failing = Bool.random(using: &random) ? Int.random(in: 0..<size, using: &random) : nil
      let first = Int64(round * 1000)
      let run = {
        try connection.batch { batch in
          for index in 0..<size {
            let insert = inserts[Int.random(in: 0...1, using: &random)]
            // The key of an existing row, or of the first row in the batch.
            let key = index == failing ? expected.first ?? first - 1 : first + Int64(index)
            insert.bind(index == failing && expected.isEmpty ? first : key, 1)
            insert.bind(String(repeating: "z", count: index * 7), 2)
            try batch.add(insert)
          }
        }
      }
      if let failing, !(expected.isEmpty && failing == 0) {
        let failure = #expect(throws: PostgresBatchFailure.self, performing: run)
        #expect(failure?.index == failing, "\(TestRun.comment)")
      } else {
        try run()
        expected.formUnion((0..<size).map { first + Int64($0) })
      }
      let count = try connection.rows("SELECT count(*) FROM r")
      #expect(count == [[.integer(Int64(expected.count))]], "\(TestRun.comment)")
    }
  }

  @Test func batchesOfForgottenStatementsCanBeRepeated() throws {
    _ = try connection.statement("INSERT INTO t VALUES ($1)")
    try connection.runBatch("INSERT INTO t VALUES ($1)", [[.integer(1)]])
    try connection.execute("DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$")
    let failure = #expect(throws: PostgresBatchFailure.self) {
      try connection.runBatch("INSERT INTO t VALUES ($1)", [[.integer(2)]])
    }
    #expect(failure?.error.isTransient == true)
    try connection.runBatch("INSERT INTO t VALUES ($1)", [[.integer(2)]])
    #expect(try keys() == [1, 2])
  }
}
