import Foundation
import OpenSwiftData
import RandomTesting
import Testing

@Model final class Measurement {
  struct Place: Codable, Equatable {
    var name: String
    var height: Double?
  }

  var number: Int
  var kind: String
  var remark: String?
  var value: Double?
  var time: Date?
  var token: UUID
  var isValid: Bool
  var cost: Decimal?
  var tags: [String]
  var place: Place?

  init(_ number: Int, _ random: inout SeededGenerator) {
    func maybe<Value>(_ value: Value) -> Value? {
      Int.random(in: 0..<3, using: &random) == 0 ? nil : value
    }
    self.number = number
    kind = ["dry", "wet", "kühl"].randomElement(using: &random) ?? ""
    remark = maybe(String(repeating: "ö \(number)", count: Int.random(in: 0...9, using: &random)))
    value = maybe(Double.random(in: -1...1, using: &random))
    time = maybe(Date(timeIntervalSinceReferenceDate: Double(number) / 2))
    token = UUID(uuidString: "00000000-0000-0000-0000-\(String(format: "%012d", number))") ?? UUID()
    isValid = Bool.random(using: &random)
    cost = maybe(Decimal(number) / 8)
    tags = (0..<Int.random(in: 0...3, using: &random)).map { "tag \($0)" }
    place = maybe(Place(name: "place \(number)", height: maybe(Double(number))))
  }

  /// All values as text, for comparison.
  var values: [String] {
    [
      "\(number)", kind, "\(remark, default: "-")", "\(value, default: "-")",
      "\(time?.timeIntervalSinceReferenceDate, default: "-")", "\(token)", "\(isValid)",
      "\(cost, default: "-")", "\(tags)",
      "\(place.map { "\($0)" }, default: "-")",
    ]
  }
}

/// A repeated fetch may use another statement after a while, with the same results.
@Suite("Fetches that are repeated")
struct RepeatedFetchTests {
  private static func fill(_ store: TestStore, _ count: Int) throws -> [[String]] {
    var random = SeededGenerator(seed: 20_261_128)
    let context = store.makeContext()
    let made = (0..<count).map { Measurement($0, &random) }
    for measurement in made.shuffled(using: &random) { context.insert(measurement) }
    try context.save()
    return made.map(\.values)
  }

  @Test(arguments: TestedStore.all)
  func repeatedFetchesApplyEveryLimitAndOffset(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Measurement.self)
    let all = try Self.fill(store, 120)
    let context = store.makeContext()
    // More limits than the number of cached statements, for several first rows.
    for round in 0..<2 {
      for limit in [20, 100, 16, 15, 1, 0, 64, 200] {
        for offset in [nil, 0, 7, 110, 500] {
          for start in [0, 30, 110] {
            var descriptor = FetchDescriptor<Measurement>(
              predicate: #Predicate { $0.number >= start }, sortBy: [SortDescriptor(\.number)])
            (descriptor.fetchLimit, descriptor.fetchOffset) = (limit, offset)
            let expected = all[start...].dropFirst(offset ?? 0).prefix(limit)
            let found = try context.fetch(descriptor).map(\.values)
            #expect(found == Array(expected), "\(round) \(limit) \(offset ?? -1) \(start)")
          }
        }
      }
    }
  }

  @Test(arguments: TestedStore.all)
  func repeatedFetchesUseNewPredicateValues(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Measurement.self)
    let all = try Self.fill(store, 200)
    let (reading, keeping) = (store.makeContext(), store.makeContext())
    var kept: [Measurement] = []
    let starts = (0..<200).reversed().filter { TestRun.isWhole || $0.isMultiple(of: 3) }
    for start in starts {
      var descriptor = FetchDescriptor<Measurement>(
        predicate: #Predicate { $0.number >= start }, sortBy: [SortDescriptor(\.number)])
      descriptor.fetchLimit = 20
      let expected = Array(all[start...].prefix(20))
      #expect(try reading.fetch(descriptor).map(\.values) == expected)
      // The second context retains more of the rows each time.
      kept += try keeping.fetch(descriptor).prefix(1)
    }
    #expect(kept.map(\.values) == starts.map { all[$0] })
  }

  /// A fetch that ran many times before still shows unsaved changes and those of other contexts.
  @Test(arguments: TestedStore.all)
  func repeatedFetchesShowChanges(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Measurement.self)
    _ = try Self.fill(store, 40)
    let (context, other) = (store.makeContext(), store.makeContext())
    var descriptor = FetchDescriptor<Measurement>(
      predicate: #Predicate { $0.number >= 10 }, sortBy: [SortDescriptor(\.number)])
    descriptor.fetchLimit = 16
    func numbers() throws -> [Int] { try context.fetch(descriptor).map(\.number) }
    for _ in 0..<8 {
      let read = try numbers()
      #expect(read == Array(10..<26))
    }
    let first = try #require(try context.fetch(descriptor).first)
    first.number = 1_000
    #expect(try numbers() == Array(11..<27))
    context.rollback()
    #expect(try numbers() == Array(10..<26))
    let deleted = try #require(try other.fetch(descriptor).last)
    other.delete(deleted)
    try other.save()
    for _ in 0..<8 {
      let read = try numbers()
      #expect(read == Array(10..<25) + [26])
    }
  }

  /// A context that saves also reads within a transaction.
  @Test(arguments: TestedStore.all)
  func repeatedFetchesSeeSavesBetweenThem(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Measurement.self)
    _ = try Self.fill(store, 60)
    let context = store.makeContext()
    for round in 0..<12 {
      var descriptor = FetchDescriptor<Measurement>(
        predicate: #Predicate { $0.number >= 20 }, sortBy: [SortDescriptor(\.number)])
      descriptor.fetchLimit = 30
      let found = try context.fetch(descriptor)
      #expect(found.map(\.number) == Array(20..<50))
      for measurement in found { measurement.remark = "\(round) \(measurement.number)" }
      try context.save()
      let read = try store.makeContext().fetch(descriptor)
      #expect(read.map(\.remark) == (20..<50).map { "\(round) \($0)" })
    }
  }
}
