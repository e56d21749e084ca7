import Foundation
import OpenSwiftData
import Testing

@Suite("Refreshing")
struct RefreshTests {
  @Model final class Counter {
    var name: String
    var value = 0
    init(name: String) { self.name = name }
  }

  private func contexts(_ kind: TestedStore) throws -> (ModelContext, ModelContext) {
    let store = try TestStore(kind, for: Counter.self)
    let context = store.makeContext()
    context.insert(Counter(name: "a"))
    try context.save()
    return (context, store.makeContext())
  }

  @Test(arguments: TestedStore.all)
  func fetchingAdoptsValuesAnotherContextSaved(_ kind: TestedStore) throws {
    let (first, second) = try contexts(kind)
    let mine = try #require(try first.fetch(FetchDescriptor<Counter>()).first)
    let other = try #require(try second.fetch(FetchDescriptor<Counter>()).first)
    other.value = 7
    try second.save()
    #expect(mine.value == 0)
    #expect(try first.fetch(FetchDescriptor<Counter>()).first === mine)
    #expect(mine.value == 7)
  }

  @Test(arguments: TestedStore.supporting(.mergedProperties))
  func fetchingKeepsUnsavedChanges(_ kind: TestedStore) throws {
    let (first, second) = try contexts(kind)
    let mine = try #require(try first.fetch(FetchDescriptor<Counter>()).first)
    let other = try #require(try second.fetch(FetchDescriptor<Counter>()).first)
    mine.name = "mine"
    other.name = "other"
    other.value = 7
    try second.save()
    _ = try first.fetch(FetchDescriptor<Counter>())
    #expect(mine.name == "mine")
    #expect(mine.value == 7)
    try first.save()
    _ = try second.fetch(FetchDescriptor<Counter>())
    #expect(other.name == "mine")
  }

  @Test(arguments: TestedStore.all)
  func observersAreNotifiedOfRefreshedValues(_ kind: TestedStore) throws {
    let (first, second) = try contexts(kind)
    let mine = try #require(try first.fetch(FetchDescriptor<Counter>()).first)
    let heard = Flag()
    withObservationTracking {
      _ = mine.value
    } onChange: {
      heard.isSet = true
    }
    try #require(try second.fetch(FetchDescriptor<Counter>()).first).value = 7
    try second.save()
    _ = try first.fetch(FetchDescriptor<Counter>())
    #expect(heard.isSet)
  }

  private final class Flag: @unchecked Sendable {
    // `@unchecked`: used only on the test's thread.
    var isSet = false
  }
}
