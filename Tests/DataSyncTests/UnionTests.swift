import DataSync
import Foundation
import OpenSwiftData
import Testing

@Model final class SyncedList {
  var name: String
  var tags: [String] = []
  var numbers: Set<Int> = []
  var points: [SyncedPoint]?
  init(name: String) { self.name = name }
}

struct SyncedPoint: Codable, Hashable {
  var x: Int
  var y: Int
}

@Suite("Unions of sets")
struct UnionTests {
  private let containers: [ModelContainer]
  private let engines: [SyncEngine]

  init() throws {
    let server = MemoryServer()
    containers = try (0..<2).map { _ in
      try ModelContainer(
        for: SyncedList.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    var options = SyncOptions()
    options.resolvers = ["tags", "numbers", "points"].map { .union("SyncedList", $0) }
    engines = try containers.map { try SyncEngine($0, MemoryProvider(server), options) }
  }

  private func list(_ number: Int, _ change: (SyncedList) -> Void = { _ in }) throws -> SyncedList {
    let context = ModelContext(containers[number])
    let list = try #require(try context.fetch(FetchDescriptor<SyncedList>()).first)
    change(list)
    try context.save()
    return list
  }

  private func begin(_ change: (SyncedList) -> Void) async throws {
    let context = ModelContext(containers[0])
    let list = SyncedList(name: "list")
    change(list)
    context.insert(list)
    try context.save()
    try await sync()
  }

  private func sync() async throws {
    for engine in engines + engines { try await engine.syncNow() }
  }

  @Test func unionsKeepElementsAddedByBoth() async throws {
    try await begin { list in
      list.tags = ["a", "b", "c"]
      list.numbers = [1, 2, 3]
    }
    _ = try list(0) { list in
      list.tags = ["a", "new", "c"]
      list.numbers = [1, 2, 40]
    }
    _ = try list(1) { list in
      list.tags = ["zero", "a", "b"]
      list.numbers = [2, 3, 50]
    }
    try await sync()
    for number in 0..<2 {
      #expect(try list(number).tags == ["zero", "a", "new"])
      #expect(try list(number).numbers == [2, 40, 50])
    }
    let report = try await engines[0].syncNow()
    #expect(report.sent == 0)
    #expect(report.changed == 0)
  }

  @Test func unionsMergeCompositeElements() async throws {
    try await begin { $0.points = [SyncedPoint(x: 1, y: 1), SyncedPoint(x: 2, y: 2)] }
    _ = try list(0) { $0.points?.append(SyncedPoint(x: 3, y: 3)) }
    _ = try list(1) { $0.points?.removeFirst() }
    try await sync()
    for number in 0..<2 {
      #expect(try list(number).points == [SyncedPoint(x: 2, y: 2), SyncedPoint(x: 3, y: 3)])
    }
  }

  @Test func unionsStartFromNil() async throws {
    try await begin { _ in }
    _ = try list(0) { $0.points = [SyncedPoint(x: 1, y: 1)] }
    _ = try list(1) { $0.points = [SyncedPoint(x: 2, y: 2)] }
    try await sync()
    for number in 0..<2 {
      #expect(try list(number).points?.map(\.x).sorted() == [1, 2])
    }
  }

  @Test func theLaterValueWinsWithoutTwoLists() async throws {
    try await begin { $0.points = [SyncedPoint(x: 1, y: 1)] }
    _ = try list(0) { $0.points = [SyncedPoint(x: 2, y: 2)] }
    _ = try list(1) { $0.points = nil }
    try await sync()
    for number in 0..<2 { #expect(try list(number).points == nil) }
    // A value that is too large for a record.
    let long = (0..<3_000).map { "element \($0)" }
    _ = try list(0) { $0.tags = ["short"] }
    _ = try list(1) { $0.tags = long }
    try await sync()
    for number in 0..<2 { #expect(try list(number).tags == long) }
  }

  /// Each side's value fits into a record, but their union does not.
  @Test func unionsTooLargeForARecordAreKept() async throws {
    try await begin { $0.tags = [] }
    let parts = (0..<2).map { side in (0..<500).map { "tag \($0) of the side \(side)" } }
    for side in 0..<2 { _ = try list(side) { $0.tags = parts[side] } }
    try await sync()
    let all = Set(parts[0] + parts[1])
    for number in 0..<2 { #expect(try Set(list(number).tags) == all) }
    _ = try list(1) { $0.name = "another" }
    try await sync()
    for number in 0..<2 {
      #expect(try Set(list(number).tags) == all)
      #expect(try list(number).name == "another")
    }
    for engine in engines {
      let report = try await engine.syncNow()
      #expect(report.sent == 0)
      #expect(report.changed == 0)
    }
  }
}
