import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

/// SQLite stores NaN as NULL, so Apple's files have NULL in numeric columns that are not optional.
@Suite("NULL in columns of numbers")
struct NullNumberTests {
  @Model final class Gauge {
    #Index<Gauge>([\.level])

    var code: Int
    var level: Double
    var share: Float
    var spread: Double? = 1
    var isOpen: Bool

    init(code: Int) {
      (self.code, level, share) = (code, Double(code), Float(code) / 2)
      isOpen = code.isMultiple(of: 2)
    }
  }

  private let store: TestStore

  init() throws {
    store = try TestStore(.file, for: Gauge.self)
    let context = store.makeContext()
    for code in 0..<9 { context.insert(Gauge(code: code)) }
    try context.save()
    let file = try SQLiteConnection(path: #require(store.url).path, mode: .readWrite)
    try file.run("UPDATE ZGAUGE SET ZLEVEL = NULL WHERE ZCODE % 3 = 0")
    try file.run("UPDATE ZGAUGE SET ZSHARE = NULL WHERE ZCODE % 4 = 1")
  }

  private func codes(_ descriptor: FetchDescriptor<Gauge>) throws -> [Int] {
    try store.makeContext().fetch(descriptor).map(\.code)
  }

  @Test func nullIsReadAsNaN() throws {
    let all = try store.makeContext().fetch(FetchDescriptor<Gauge>())
    #expect(all.count == 9)
    for gauge in all {
      #expect(gauge.level.isNaN == gauge.code.isMultiple(of: 3))
      #expect(gauge.share.isNaN == (gauge.code % 4 == 1))
      #expect(gauge.spread == 1)
    }
    let levels = try store.makeContext().fetch(FetchDescriptor<Gauge>(), selecting: \.level)
    #expect(levels.count(where: \.isNaN) == 3)
  }

  /// Every predicate finds the same rows in the file as in memory.
  @Test(arguments: [-1, 0, 2, 3, 4.5, 9, .infinity, .nan])
  func predicatesTreatNullAsNaN(_ bound: Double) throws {
    let share = Float(bound)
    let predicates: [Predicate<Gauge>] = [
      #Predicate { $0.level > bound }, #Predicate { $0.level <= bound },
      #Predicate { !($0.level > bound) }, #Predicate { !($0.level <= bound) },
      #Predicate { $0.level == bound }, #Predicate { $0.level != bound },
      #Predicate { $0.share != share }, #Predicate { !($0.share < share) },
      #Predicate { !($0.level > bound && $0.share > share) },
      #Predicate { !($0.level > bound || $0.isOpen) },
      #Predicate { !($0.level > bound && $0.isOpen) || $0.code == 1 },
      #Predicate { !($0.level + 1 > bound) }, #Predicate { $0.level * 2 != bound },
      #Predicate { $0.level == $0.level }, #Predicate { $0.level != $0.level },
      #Predicate { !($0.level < $0.level + 1) },
      #Predicate { ![bound, 4].contains($0.level) }, #Predicate { !(0...4).contains($0.level) },
      #Predicate { ($0.level > bound) == $0.isOpen },
      #Predicate { !(($0.isOpen ? $0.level : 2) > bound) },
      #Predicate { ($0.spread ?? 0) != $0.level },
    ]
    let all = try store.makeContext().fetch(FetchDescriptor<Gauge>())
    for predicate in predicates {
      let expected = try all.filter(predicate.evaluate).map(\.code).sorted()
      let found = try codes(FetchDescriptor(predicate: predicate)).sorted()
      #expect(found == expected, "\(predicate)")
    }
  }

  /// NULL is sorted like the values that this library stores for NaN.
  @Test func nullIsSortedAfterAllNumbers() throws {
    let forward = try codes(FetchDescriptor(sortBy: [SortDescriptor(\.level)]))
    #expect(forward == [1, 2, 4, 5, 7, 8, 0, 3, 6])
    let reverse = try codes(FetchDescriptor(sortBy: [SortDescriptor(\.level, order: .reverse)]))
    #expect(reverse == [0, 3, 6, 8, 7, 5, 4, 2, 1])
    let context = store.makeContext()
    let gauge = try #require(try context.fetch(FetchDescriptor<Gauge>()).first { $0.code == 4 })
    gauge.level = .nan
    try context.save()
    let mixed = try codes(FetchDescriptor(sortBy: [SortDescriptor(\.level)]))
    #expect(mixed.prefix(5) == [1, 2, 5, 7, 8])
    #expect(mixed.suffix(4).sorted() == [0, 3, 4, 6])
  }
}
