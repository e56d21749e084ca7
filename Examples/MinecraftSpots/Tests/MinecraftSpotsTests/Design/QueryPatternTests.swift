import Foundation
import SwiftData
import Testing

@testable import MinecraftSpotsCore

/// Tests the queries in the design.
@Suite("Query patterns")
struct QueryPatternTests {
  private let container: ModelContainer

  init() throws {
    container = try SpotStore(.memory).container
    let context = ModelContext(container)
    for number in 0..<150 {
      let item = ItemModel.testFixture(
        id: "\(number)", spotImageData: number.isMultiple(of: 10) ? Data([1]) : nil)
      item.createdAt = Date(timeIntervalSinceNow: Double(number - 150) * 3600)
      context.insert(item)
    }
    try context.save()
  }

  @Test func newestItemsWithImagesAreFound() throws {
    let context = ModelContext(container)
    let predicate = #Predicate<ItemModel> { $0.spotImageData != nil }
    let descriptor = FetchDescriptor<ItemModel>(
      predicate: predicate,
      sortBy: [SortDescriptor(\.createdAt, order: .reverse)]
    )
    let items = try context.fetch(descriptor)
    #expect(items.map(\.id) == (0..<15).reversed().map { "\($0 * 10)" })
  }

  @Test func fetchLimitLimitsTheResult() throws {
    // ✅ GOOD: fetchLimitで大量データを制限
    let descriptor = FetchDescriptor<ItemModel>(
      sortBy: [SortDescriptor(\.createdAt, order: .reverse)],
      fetchLimit: 100
    )
    #expect(try ModelContext(container).fetch(descriptor).count == 100)
  }

  @Test func itemsOfTheLastDayAreFound() throws {
    // ✅ GOOD: 型安全なPredicate
    let predicate = #Predicate<ItemModel> { item in
      item.createdAt > Date().addingTimeInterval(-86400)  // 24時間以内
    }
    let items = try ModelContext(container).fetch(FetchDescriptor(predicate: predicate))
    #expect(Set(items.compactMap { Int($0.id) }) == Set(127..<150))
  }
}
