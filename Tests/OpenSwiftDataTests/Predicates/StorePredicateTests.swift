import Foundation
import Testing

@testable import OpenSwiftData

/// Typical app predicates, compared with plain Swift.
@Suite("Predicates of apps in a store") struct StorePredicateTests {
  private let store: RowStore

  init() throws { store = try RowStore(count: 300, seed: TestSeed.seed) }

  // `isExact` specifies whether SQL evaluates the whole predicate.
  private func expect(
    _ predicate: Predicate<Row>, isExact: Bool = true,
    _ location: SourceLocation = #_sourceLocation, _ plain: (Row) -> Bool
  ) throws {
    let expected = store.rows.filter(plain).map(\.id)
    let found = try store.fetch(FetchDescriptor(predicate: predicate))
    let wrong = Set(found).symmetricDifference(expected).min().map { store.rows[$0 - 1] }
    let memory = try wrong.map { try predicate.evaluate($0) } ?? true
    #expect(
      found == expected,
      """
      seed \(TestSeed.seed): \(wrong.map { "\(store.values[$0.id - 1])" } ?? ""), \
      where the predicate in memory says \(memory)
      """, sourceLocation: location)
    let translation = store.translator.translate(predicate)
    #expect(
      translation.isExact == isExact, "\(translation.obstacle.debugDescription)",
      sourceLocation: location)
  }

  @Test func predicatesCompareValues() throws {
    let (limit, date, flag) = (1000, Date(timeIntervalSinceReferenceDate: 0), true)
    try expect(#Predicate { $0.int == 42 }) { $0.int == 42 }
    try expect(#Predicate { $0.int != limit && $0.flag }) { $0.int != limit && $0.flag }
    try expect(#Predicate { $0.flag == flag || $0.small > 0 }) { $0.flag == flag || $0.small > 0 }
    try expect(#Predicate { !$0.flag }) { !$0.flag }
    try expect(#Predicate { $0.small >= -3 && $0.small <= 3 }) { $0.small >= -3 && $0.small <= 3 }
    try expect(#Predicate { $0.date < date || date < $0.date }) { $0.date < date || date < $0.date }
    try expect(#Predicate { $0.optionalDate == nil || $0.optionalDate! > date }) {
      $0.optionalDate.map { $0 > date } ?? true
    }
    try expect(#Predicate { $0.double > $0.optionalDouble ?? 1 }) {
      $0.double > $0.optionalDouble ?? 1
    }
    try expect(#Predicate { $0.small + 1 > 2 * $0.small }) { $0.small + 1 > 2 * $0.small }
    try expect(#Predicate { ($0.flag ? $0.small : 5) > 1 }) { ($0.flag ? $0.small : 5) > 1 }
    try expect(#Predicate { _ in true }) { _ in true }
  }

  @Test func predicatesReadOptionals() throws {
    let (none, some): (Int?, Int?) = (nil, 5)
    let search = "k"
    try expect(#Predicate { $0.optionalInt == nil }) { $0.optionalInt == nil }
    try expect(#Predicate { $0.optionalInt == none || $0.optionalInt == some }) {
      $0.optionalInt == none || $0.optionalInt == some
    }
    try expect(#Predicate { some == nil || $0.int == some! }) { $0.int == 5 }
    try expect(#Predicate { $0.optionalName?.isEmpty == false }) {
      $0.optionalName?.isEmpty == false
    }
    // Foundation's search for a string in a string ignores character boundaries.
    try expect(#Predicate { $0.optionalName?.contains("a") == true }) {
      $0.optionalName?.contains("a" as Character) == true
    }
    try expect(#Predicate { $0.optionalName?.localizedStandardContains(search) ?? false }) {
      $0.optionalName?.localizedStandardContains(search) ?? false
    }
    try expect(#Predicate { ($0.optionalName ?? "a") == $0.name || $0.optionalInt ?? 0 > 1 }) {
      ($0.optionalName ?? "a") == $0.name || $0.optionalInt ?? 0 > 1
    }
    try expect(#Predicate { ($0.optionalStatus ?? $0.status) == .open }) {
      ($0.optionalStatus ?? $0.status) == .open
    }
    try expect(#Predicate { $0.optionalName.flatMap { $0.count } ?? 0 > 2 }) {
      $0.optionalName.flatMap { $0.count } ?? 0 > 2
    }
  }

  @Test func predicatesMayHaveStatements() throws {
    let filter: Status? = .waiting
    try expect(
      #Predicate { row in
        if let date = row.optionalDate { date > row.date } else { row.flag }
      }
    ) { row in
      if let date = row.optionalDate { date > row.date } else { row.flag }
    }
    try expect(
      #Predicate { row in
        if let filter { return row.status == filter }
        return row.flag
      }
    ) { $0.status == .waiting }
    try expect(
      #Predicate { row in
        guard let name = row.optionalName else { return row.optionalInt == nil }
        return name.isEmpty || row.status == .closed
      }
    ) { row in
      guard let name = row.optionalName else { return row.optionalInt == nil }
      return name.isEmpty || row.status == .closed
    }
    try expect(
      #Predicate { row in
        switch row.mood {
        case .glad: row.small > 0
        default: row.flag
        }
      }
    ) { $0.mood == .glad ? $0.small > 0 : $0.flag }
  }

  @Test func predicatesSearchStrings() throws {
    let search = "MULLER"
    try expect(#Predicate { $0.name.localizedStandardContains(search) }) {
      $0.name.localizedStandardContains(search)
    }
    try expect(#Predicate { search.isEmpty || $0.name.localizedStandardContains("e") }) {
      $0.name.localizedStandardContains("e")
    }
    try expect(#Predicate { $0.name.contains("K") || $0.name.starts(with: "é") }) {
      $0.name.contains("K" as Character) || $0.name.starts(with: "é")
    }
    try expect(#Predicate { $0.name.hasSuffix("a") || $0.name.lowercased() == "abc" }) {
      $0.name.hasSuffix("a") || $0.name.lowercased() == "abc"
    }
    try expect(#Predicate { $0.name.caseInsensitiveCompare(search) == .orderedAscending }) {
      $0.name.caseInsensitiveCompare(search) == .orderedAscending
    }
    try expect(#Predicate { $0.name.count > 1 && !$0.name.isEmpty && $0.name < "c" }) {
      $0.name.count > 1 && !$0.name.isEmpty && $0.name < "c"
    }
  }

  @Test func predicatesReadEnumerationsAndStructures() throws {
    let (status, city) = (Status.open, "a")
    try expect(#Predicate { $0.status == status }) { $0.status == status }
    // Separate statements: a combined expression takes the compiler too long.
    let isOver = #Predicate<Row> { $0.status == .closed || $0.mood == .sad }
    try expect(isOver) {
      $0.status == .closed || $0.mood == .sad
    }
    try expect(#Predicate { $0.status.rawValue > 2 && $0.optionalStatus?.rawValue != 7 }) {
      $0.status.rawValue > 2 && $0.optionalStatus?.rawValue != 7
    }
    try expect(#Predicate { $0.address.city == city || $0.address.zip == 1 }) {
      $0.address.city == city || $0.address.zip == 1
    }
    try expect(#Predicate { $0.place?.label == city || $0.place?.label == nil }) {
      $0.place?.label == city || $0.place?.label == nil
    }
    try expect(#Predicate { $0.place != nil && ($0.place?.latitude ?? 0) > 0.5 }) {
      $0.place != nil && ($0.place?.latitude ?? 0) > 0.5
    }
    try expect(#Predicate { $0.tags.contains(city) }, isExact: false) { $0.tags.contains(city) }
    try expect(#Predicate { $0.flag && $0.tags.contains { $0.isEmpty } }, isExact: false) {
      $0.flag && $0.tags.contains { $0.isEmpty }
    }
  }

  @Test func predicatesSearchCapturedCollections() throws {
    let integers = Array(0..<10_000), texts = Set((0..<10_000).map { "\($0)" } + ["abc", "é", "K"])
    let statuses: [Status] = [.open, .closed], uuids = [store.rows[0].uuid]
    try expect(#Predicate { integers.contains($0.int) }) { integers.contains($0.int) }
    try expect(#Predicate { !texts.contains($0.name) }) { !texts.contains($0.name) }
    try expect(#Predicate { texts.contains($0.optionalName ?? "abc") }) {
      texts.contains($0.optionalName ?? "abc")
    }
    try expect(#Predicate { statuses.contains($0.status) && uuids.contains($0.uuid) }) {
      statuses.contains($0.status) && uuids.contains($0.uuid)
    }
    try expect(#Predicate { [1, nil].contains($0.optionalInt) || (1..<4).contains($0.small) }) {
      [1, nil].contains($0.optionalInt) || (1..<4).contains($0.small)
    }
    try expect(#Predicate { row in statuses.contains { $0 == row.status } }) {
      statuses.contains($0.status)
    }
  }

  @Test func predicatesEvaluateOtherPredicates() throws {
    let isSmall = #Predicate<Row> { $0.small < 3 }
    let none: Predicate<Row>? = nil
    let (id, otherID) = (store.rows[4].persistentModelID, store.rows[9].persistentModelID)
    let isChosen = #Predicate<Row> { isSmall.evaluate($0) || $0.persistentModelID == id }
    try expect(#Predicate { isSmall.evaluate($0) && $0.flag }) { $0.small < 3 && $0.flag }
    try expect(#Predicate { isChosen.evaluate($0) || $0.persistentModelID == otherID }) {
      $0.small < 3 || $0.id == 5 || $0.id == 10
    }
    try expect(#Predicate { none == nil || none!.evaluate($0) }) { _ in true }
  }

  @Test func predicatesCompareWithCapturedModels() throws {
    let row = store.rows[6]
    let rows = [store.rows[1], store.rows[3]]
    let ids = rows.map(\.persistentModelID)
    let int = row.int
    let places = Set(rows.map(\.id))
    try expect(#Predicate { $0 == row }) { $0 === row }
    try expect(#Predicate { $0 != row && $0.int == int }) { $0 !== row && $0.int == int }
    try expect(#Predicate { rows.contains($0) }) { places.contains($0.id) }
    try expect(#Predicate { ids.contains($0.persistentModelID) }) { places.contains($0.id) }
    try expect(#Predicate { $0.int == row.int && $0.name >= row.name }) {
      $0.int == int && $0.name >= row.name
    }
  }
}
