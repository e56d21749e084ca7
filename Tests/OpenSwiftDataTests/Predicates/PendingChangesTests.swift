import Foundation
import Testing

@testable import OpenSwiftData

/// Fetches in a context with unsaved changes.
@Suite("Fetching with pending changes") struct PendingChangesTests {
  private static func programs(_ kind: StoreKind) -> Int {
    switch kind {
    case .inMemory: TestRun.count(2_000)
    case .file: 20
    case .postgres: TestRun.count(400, atLeast: 10) / (TestRun.isShort ? 3 : 1)
    }
  }

  @Test(arguments: StoreKind.available)
  func aFetchFindsWhatTheNextSaveStores(kind: StoreKind) throws {
    var failures = 0
    let store = try RowStore([], in: kind)
    for program in 0..<Self.programs(kind) {
      try store.container.erase()
      let seed = TestSeed.seed &+ UInt64(program)
      let texts = RandomTexts(kind, part: program)
      var run = try PendingProgram(seed: seed, in: store, texts)
      guard let difference = try run.run(operations: 40) else { continue }
      Issue.record("seed \(TestSeed.seed), program \(program): \(difference)")
      failures += 1
      if failures == 3 { return }
    }
  }

  @Test func primaryKeyAndThenInsertionBreakTies() throws {
    var random = RandomValues(seed: 1)
    var values = (1...5).map { RowValues(id: $0, from: &random) }
    for index in values.indices { values[index].int = 7 }
    values[1].int = 9
    let store = try RowStore(Array(values.prefix(3)))
    let context = ModelContext(store.container)
    let rows = try context.fetch(FetchDescriptor<Row>())
    for unsaved in values.suffix(2) { context.insert(Row(unsaved)) }
    let byInt = FetchDescriptor<Row>(sortBy: [SortDescriptor(\.int)])
    #expect(try context.fetch(byInt).map(\.id) == [1, 3, 4, 5, 2])
    rows[1].int = 7
    #expect(try context.fetch(byInt).map(\.id) == [1, 2, 3, 4, 5])
    rows[0].int = 8
    #expect(try context.fetch(byInt).map(\.id) == [2, 3, 4, 5, 1])
    #expect(try context.fetch(FetchDescriptor<Row>()).map(\.id) == [1, 2, 3, 4, 5])
    try context.save()
    #expect(try context.fetch(byInt).map(\.id) == [2, 3, 4, 5, 1])
  }
}
