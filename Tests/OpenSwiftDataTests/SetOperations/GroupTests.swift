import Foundation
import OpenSwiftData
import Testing

@Suite("Groups and distinct values")
struct GroupTests {
  private let all = FetchDescriptor<Purchase>()

  @Test(arguments: Backend.available)
  func oneStatementComputesAllGroups(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Purchase.self)
    let saved = try store.makeContext().savePurchases(60)
    let context = store.makeContext()
    let texts = try statements(in: store.container) {
      let groups = try context.aggregate(
        all, groupedBy: \.optionalCount, computing: .count, .sum(\.tiny))
      #expect(groups.map(\.key) == [nil, -3, -2, -1, 0, 1, 2, 3])
      for (key, (count, sum)) in groups {
        let group = saved.filter { $0.optionalCount == key }
        #expect(count == group.count)
        #expect(sum == group.reduce(0) { $0 + Int($1.tiny) })
      }
    }
    #expect(
      texts == [
        #"SELECT ZOPTIONALCOUNT, COUNT(*), SUM(ZTINY) FROM ZPURCHASE "#
          + #"GROUP BY ZOPTIONALCOUNT ORDER BY ZOPTIONALCOUNT"#
      ])
  }

  @Test(arguments: Backend.available)
  func distinctValuesAreFoundInOrder(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Purchase.self)
    let saved = try store.makeContext().savePurchases(90)
    let context = store.makeContext()
    var texts = try statements(in: store.container) {
      let counts = try context.fetch(all, selectingDistinct: \.count)
      #expect(counts == Array(-5...5))
    }
    #expect(texts == [#"SELECT ZCOUNT FROM ZPURCHASE GROUP BY ZCOUNT ORDER BY ZCOUNT"#])
    texts = try statements(in: store.container) {
      let pairs = try context.fetch(all, selectingDistinct: \.isPaid, \.mood)
      #expect(pairs.map(\.0) == [false, false, false, true, true, true])
      #expect(pairs.map(\.1) == [nil, .calm, .wild, nil, .calm, .wild])
    }
    #expect(texts.count == 1)
    let titles = try context.fetch(all, selectingDistinct: \.title)
    #expect(Set(titles) == Set(saved.map(\.title)))
    #expect(titles == titles.sorted())
    let wide = try context.fetch(all, selectingDistinct: \.wide)
    #expect(wide == Set(saved.map(\.wide)).sorted())
    let prices = try context.fetch(all, selectingDistinct: \.price)
    #expect(prices == Set(saved.map(\.price)).sorted())
  }

  @Test func attributesThatCannotBeComparedAreRefused() throws {
    ValueTransformer.setValueTransformer(PaintTransformer(), forName: PaintTransformer.name)
    let context = try TestStore(.memory, for: Purchase.self, Wall.self, Photo.self).makeContext()
    let error = #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.aggregate(all, groupedBy: \.tags, computing: .count)
    }
    #expect(error?.description.contains("Purchase.tags") == true)
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.fetch(FetchDescriptor<Wall>(), selectingDistinct: \.paint)
    }
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.fetch(FetchDescriptor<Photo>(), selectingDistinct: \.image)
    }
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.fetch(all, selectingDistinct: \.persistentModelID)
    }
  }
}
