import Foundation
import OpenSwiftData
import Testing

/// Compares set operations of a store with plain Swift over fetched models.
@Suite("Random set operations")
struct RandomQueryTests {
  // Stores without rows evaluate everything on models, which is slow.
  @Test(arguments: TestRun.isWhole ? TestedStore.all : TestedStore.supporting(.updatesOfMany))
  func setOperationsAgreeWithSwift(_ kind: TestedStore) throws {
    let count = TestRun.count(kind.name == TestedStore.sqliteMemory.name ? 240 : 40)
    for seed in (0..<UInt64(count)).map(TestRun.seed) {
      var random = SeededGenerator(seed: seed)
      let store = try TestStore(kind, for: Purchase.self)
      try store.makeContext().savePurchases(.random(in: 0...60, using: &random), seed: seed)
      let context = store.makeContext()
      if Bool.random(using: &random) { try context.changePurchases(using: &random) }
      for query in 0..<12 {
        let descriptor = FetchDescriptor<Purchase>.random(using: &random)
        // If unsaved changes do not count, another context reads the stored values.
        let reader = descriptor.includePendingChanges ? context : store.makeContext()
        let models = try reader.fetch(descriptor)
        let differences = try SetOperationComparison(descriptor, models, context).differences()
        guard differences.isEmpty else {
          Issue.record(
            "\(TestRun.comment), seed \(seed), query \(query): \(differences) differ, \(descriptor)"
          )
          return
        }
      }
    }
  }
}

/// Compares set operations of a context with the same operations on models in memory.
private struct SetOperationComparison {
  let descriptor: FetchDescriptor<Purchase>
  let models: [Purchase]
  let context: ModelContext

  init(
    _ descriptor: FetchDescriptor<Purchase>, _ models: [Purchase], _ context: ModelContext
  ) {
    (self.descriptor, self.models, self.context) = (descriptor, models, context)
  }

  /// The names of the operations whose results differ.
  func differences() throws -> [String] {
    let checks: [(String, () throws -> Bool)] = [
      ("selecting", selecting), ("selecting more", selectingMore), ("counts", counts),
      ("sums", sums), ("averages", averages), ("extremes", extremes),
      ("more extremes", moreExtremes), ("groups", groups), ("composite groups", compositeGroups),
      ("distinct", distinct), ("distinct combinations", distinctCombinations),
    ]
    return try checks.filter { try !$0.1() }.map(\.0)
  }

  private func selecting() throws -> Bool {
    let found = try context.fetch(
      descriptor, selecting: \.code, \.title, \.optionalCount, \.price, \.dueDate, \.stage)
    return found.count == models.count
      && zip(found, models).allSatisfy {
        $0 == ($1.code, $1.title, $1.optionalCount, $1.price, $1.dueDate, $1.stage)
      }
  }

  private func selectingMore() throws -> Bool {
    let found = try context.fetch(
      descriptor, selecting: \.spot, \.tags, \.wide, \.isPaid, \.token, \.float)
    return found.count == models.count
      && zip(found, models).allSatisfy {
        $0 == ($1.spot, $1.tags, $1.wide, $1.isPaid, $1.token, $1.float)
      }
  }

  private func counts() throws -> Bool {
    let found = try context.aggregate(
      descriptor, .count, .count(\.comment), .count(\.spot), .countDistinct(\.title),
      .countDistinct(\.discount), .countDistinct(\.spot))
    return found == (
      models.count, models.count { $0.comment != nil }, models.count { $0.spot != nil },
      Set(models.map(\.title)).count, Set(models.compactMap(\.discount)).count,
      Set(models.compactMap(\.spot)).count
    )
  }

  private func sums() throws -> Bool {
    let narrow = try context.aggregate(
      descriptor, .sum(\.count), .sum(\.optionalCount), .sum(\.tiny), .sum(\.byte))
    let isNarrowSame =
      narrow == (
        models.reduce(0) { $0 + $1.count }, models.reduce(0) { $0 + ($1.optionalCount ?? 0) },
        models.reduce(0) { $0 + Int($1.tiny) }, models.reduce(0) { $0 + Int($1.byte ?? 0) }
      )
    let other = try context.aggregate(
      descriptor, .sum(\.ratio), .sum(\.float), .sum(\.price), .sum(\.discount))
    return isNarrowSame
      && other == (
        models.reduce(0) { $0 + $1.ratio }, models.reduce(0) { $0 + Double($1.float) },
        models.reduce(0) { $0 + $1.price }, models.reduce(0) { $0 + ($1.discount ?? 0) }
      )
  }

  private func averages() throws -> Bool {
    let found = try context.aggregate(
      descriptor, .average(\.optionalCount), .average(\.wide), .average(\.float), .average(\.price))
    let counts = models.compactMap(\.optionalCount)
    guard !models.isEmpty else { return found == (nil, nil, nil, nil) }
    let number = Double(models.count)
    let wide = models.reduce(Int128(0)) { $0 + Int128($1.wide) }
    return found == (
      counts.isEmpty ? nil : Double(counts.reduce(0, +)) / Double(counts.count),
      Double(wide) / number, models.reduce(0) { $0 + Double($1.float) } / number,
      models.reduce(0) { $0 + $1.price } / Decimal(models.count)
    )
  }

  private func extremes() throws -> Bool {
    let found = try context.aggregate(
      descriptor, .minimum(\.code), .maximum(\.optionalCount), .minimum(\.wide), .maximum(\.wide),
      .minimum(\.price), .maximum(\.discount))
    return found == (
      models.map(\.code).min(), models.compactMap(\.optionalCount).max(), models.map(\.wide).min(),
      models.map(\.wide).max(), models.map(\.price).min(), models.compactMap(\.discount).max()
    )
  }

  private func moreExtremes() throws -> Bool {
    let found = try context.aggregate(
      descriptor, .minimum(\.title), .maximum(\.comment), .minimum(\.dueDate), .maximum(\.stage),
      .minimum(\.optionalRatio), .maximum(\.token))
    return found == (
      models.map(\.title).min(), models.compactMap(\.comment).max(),
      models.compactMap(\.dueDate).min(), models.map(\.stage).max(),
      models.compactMap(\.optionalRatio).min(), models.map(\.token).max()
    )
  }

  private func groups() throws -> Bool {
    let found = try context.aggregate(
      descriptor, groupedBy: \.stage, \.comment,
      computing: .count, .sum(\.price), .minimum(\.title), .maximum(\.ratio))
    struct Key: Hashable {
      let stage: Stage
      let comment: String?
    }
    let expected = Dictionary(grouping: models) { Key(stage: $0.stage, comment: $0.comment) }
    let keys = found.map { Key(stage: $0.key.0, comment: $0.key.1) }
    let isInOrder = zip(keys, keys.dropFirst()).allSatisfy {
      $0.stage != $1.stage ? $0.stage < $1.stage : ($0.comment ?? "") <= ($1.comment ?? "")
    }
    return isInOrder && Set(keys) == Set(expected.keys) && keys.count == expected.count
      && zip(keys, found).allSatisfy { key, group in
        let models = expected[key] ?? []
        return group.values == (
          models.count, models.reduce(0) { $0 + $1.price }, models.map(\.title).min(),
          models.map(\.ratio).max()
        )
      }
  }

  private func compositeGroups() throws -> Bool {
    let found = try context.aggregate(
      descriptor, groupedBy: \.spot, computing: .count, .sum(\.wide.share))
    let expected = Dictionary(grouping: models, by: \.spot)
    return Set(found.map(\.key)) == Set(expected.keys) && found.count == expected.count
      && found.allSatisfy { group in
        let models = expected[group.key] ?? []
        return group.values == (models.count, models.reduce(0) { $0 + $1.wide.share })
      }
  }

  private func distinct() throws -> Bool {
    let prices = try context.fetch(descriptor, selectingDistinct: \.price)
    let titles = try context.fetch(descriptor, selectingDistinct: \.title)
    let ratios = try context.fetch(descriptor, selectingDistinct: \.optionalRatio)
    return prices == Set(models.map(\.price)).sorted()
      && titles == Set(models.map(\.title)).sorted()
      && ratios == Set(models.map(\.optionalRatio)).sorted { $0 ?? -1 < $1 ?? -1 }
  }

  private func distinctCombinations() throws -> Bool {
    let found = try context.fetch(descriptor, selectingDistinct: \.wide, \.mood, \.page)
    let keys = found.map { "\($0.0) \($0.1?.rawValue ?? "") \($0.2)" }
    return zip(found, found.dropFirst()).allSatisfy { $0.0 <= $1.0 }
      && Set(keys).count == keys.count
      && Set(keys) == Set(models.map { "\($0.wide) \($0.mood?.rawValue ?? "") \($0.page)" })
  }
}

extension UInt64 {
  /// Small enough for a sum of many values without overflow.
  fileprivate var share: UInt64 { self / 128 }
}
