import Foundation
import StoreTesting
import Testing

@testable import OpenSwiftData

/// A to-one relationship that was changed and changed back is not saved, and follows the store.
@Suite("To-one relationships that were changed back")
struct RestoredTargetTests {
  private func makeStore(_ backend: Backend) throws -> TestStore {
    let store = try TestStore(backend, for: Chore.self, ChoreOwner.self)
    let context = store.makeContext()
    for name in ["Ada", "Bo"] { context.insert(ChoreOwner(name)) }
    let chores = try context.saveChores([1, 2])
    for chore in chores { chore.owner = try owner("Ada", context) }
    try context.save()
    return store
  }

  private func owner(_ name: String, _ context: ModelContext) throws -> ChoreOwner {
    let found = try context.fetch(FetchDescriptor<ChoreOwner>(sortBy: [.init(\.name)]))
    return try #require(found.first { $0.name == name })
  }

  private func changeAndChangeBack(_ chore: Chore) throws {
    let former = try #require(chore.owner)
    chore.owner = nil
    chore.owner = former
  }

  @Test(arguments: Backend.available)
  func aModelThatOthersDeletedLeavesTheResultsWithTheSave(_ backend: Backend) throws {
    let store = try makeStore(backend)
    let (context, other) = (store.makeContext(), store.makeContext())
    let observer = try ResultsObserver<Chore, Never>(
      sortBy: [SortDescriptor(\.code)], modelContext: context, isolation: nil)
    #expect(observer.results.map(\.code) == [1, 2])
    try changeAndChangeBack(observer.results[0])
    other.delete(try other.chore(1))
    try other.save()
    try context.save()
    #expect(observer.results.map(\.code) == [2])
    #expect(try context.fetch(FetchDescriptor<Chore>()).map(\.code) == [2])
  }

  /// The setter marks the relationship, and then reads the row, which has the former target.
  ///
  /// The change must still be saved.
  @Test(arguments: Backend.available, [false, true])
  func aChangeThatReadsTheRowIsSaved(_ backend: Backend, _ wasChangedBack: Bool) throws {
    let store = try makeStore(backend)
    let (context, other) = (store.makeContext(), store.makeContext())
    let chore = try context.chore(1)
    let heir = try owner("Bo", context)
    if wasChangedBack { try changeAndChangeBack(chore) } else { _ = chore.owner }
    try other.chore(1).rank = 5
    try other.save()
    chore.owner = heir
    try context.save()
    let saved = try store.makeContext().chore(1)
    #expect(saved.owner?.name == "Bo")
    #expect(saved.rank == 5)
  }
}
