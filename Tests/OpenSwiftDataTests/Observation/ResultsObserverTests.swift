import Foundation
import SQLiteDriver
import StoreTesting
import Testing

@testable import OpenSwiftData

/// Results are refetched after changes of the context, saves of other contexts, and saves of other
/// processes.
///
/// Setting `filterBy` or `sortBy` refetches synchronously.
@Suite("Observed results") @MainActor
struct ResultsObserverTests {
  private func makeStore(_ backend: Backend = .memory) throws -> TestStore {
    try TestStore(backend, for: Chore.self, ChoreOwner.self)
  }

  private func codes<Title>(_ observer: ResultsObserver<Chore, Title>) -> [Int] {
    observer.results.map(\.code)
  }

  @Test func localChangesShowBeforeTheyAreSaved() throws {
    let context = try makeStore().makeContext()
    let chores = try context.saveChores([1, 3])
    let observer = try ResultsObserver<Chore, Never>(
      filterBy: #Predicate { !$0.isDone }, sortBy: [SortDescriptor(\.rank)], modelContext: context)
    #expect(codes(observer) == [1, 3])
    let inserted = Chore(2, rank: 2)
    context.insert(inserted)
    #expect(codes(observer) == [1, 2, 3])
    inserted.rank = 9
    #expect(codes(observer) == [1, 3, 2])
    inserted.rank = 0
    #expect(codes(observer) == [2, 1, 3])
    chores[0].isDone = true
    #expect(codes(observer) == [2, 3])
    chores[0].isDone = false
    context.delete(chores[1])
    #expect(codes(observer) == [2, 1])
    try context.save()
    #expect(codes(observer) == [2, 1])
    chores[0].rank = -1
    context.rollback()
    #expect(codes(observer) == [2, 1])
  }

  @Test func aSecondChangeOfAPropertyShows() throws {
    let context = try makeStore().makeContext()
    let chores = try context.saveChores([1, 2, 3])
    chores[2].rank = 0
    let observer = try ResultsObserver<Chore, Never>(
      sortBy: [SortDescriptor(\.rank)], modelContext: context)
    #expect(codes(observer) == [3, 1, 2])
    chores[2].rank = 5
    #expect(codes(observer) == [1, 2, 3])
    chores[2].rank = 1
    #expect(codes(observer) == [1, 3, 2])
  }

  @Test(arguments: Backend.available)
  func savesOfOtherContextsShow(_ backend: Backend) throws {
    let store = try makeStore(backend)
    let context = store.makeContext()
    try context.saveChores([1, 3])
    let observer = try ResultsObserver<Chore, Never>(
      sortBy: [SortDescriptor(\.rank)], modelContext: context)
    let other = store.makeContext()
    other.insert(Chore(2, rank: 2))
    #expect(codes(observer) == [1, 3])
    try other.save()
    #expect(codes(observer) == [1, 2, 3])
    try other.chore(1).rank = 10
    try other.save()
    #expect(codes(observer) == [2, 3, 1])
    other.delete(try other.chore(3))
    try other.save()
    #expect(codes(observer) == [2, 1])
    try other.update(Chore.self, .increment(\.rank, by: -100))
    #expect(observer.results.map(\.rank) == [-98, -90])
    try store.container.erase()
    #expect(codes(observer) == [])
  }

  /// Another container commits to the file as another process does.
  @Test func commitsOfOtherContainersShow() async throws {
    let store = try makeStore(.file)
    let context = store.makeContext()
    try context.saveChores([1, 3])
    let observer = try ResultsObserver<Chore, Never>(
      sortBy: [SortDescriptor(\.rank)], modelContext: context)
    let told = TellCount()
    told.observe { _ = observer.results }
    let other = try store.makeReopenedContext()
    other.insert(Chore(2, rank: 2))
    try other.save()
    #expect(try await eventually { told.count == 1 })
    #expect(codes(observer) == [1, 2, 3])
    other.delete(try other.chore(1))
    try other.save()
    #expect(try await eventually { codes(observer) == [2, 3] })
  }

  /// A fetch may read changes of another container before their notification arrives.
  @Test func resultsStaySortedAfterExternalChanges() throws {
    let store = try makeStore(.file)
    let context = store.makeContext()
    try context.saveChores(1...20)
    let observer = try ResultsObserver<Chore, Never>(
      sortBy: [SortDescriptor(\.rank)], modelContext: context)
    #expect(codes(observer) == Array(1...20))
    let other = try store.makeReopenedContext()
    for chore in try other.fetch(FetchDescriptor<Chore>()) { chore.rank = (chore.code * 7) % 20 }
    try other.save()
    _ = try context.fetch(FetchDescriptor<Chore>())
    context.insert(Chore(21, rank: 10))
    let wanted = try context.fetch(FetchDescriptor<Chore>(sortBy: [SortDescriptor(\.rank)]))
    #expect(codes(observer) == wanted.map(\.code))
  }

  @Test func trackersAreNotifiedOnceForManyChanges() async throws {
    let context = try makeStore().makeContext()
    try context.saveChores([1])
    let observer = try ResultsObserver<Chore, Never>(modelContext: context)
    let told = TellCount()
    told.observe { _ = observer.results }
    for code in 2..<50 { context.insert(Chore(code)) }
    #expect(told.count == 0)
    #expect(try await eventually { told.count == 1 })
    #expect(observer.results.count == 49)
  }

  @Test func settingFilterOrOrderFetchesAtOnce() throws {
    let context = try makeStore().makeContext()
    try context.saveChores(1...4)
    let observer = try ResultsObserver<Chore, Never>(modelContext: context)
    let told = TellCount()
    told.observe { _ = observer.results }
    observer.filterBy = #Predicate { $0.rank > 2 }
    #expect(told.count == 1)
    #expect(codes(observer) == [3, 4])
    observer.sortBy = [SortDescriptor(\.rank, order: .reverse)]
    #expect(codes(observer) == [4, 3])
    #expect(observer.sortBy.count == 2)
    #expect(observer.fetchDescriptor.predicate != nil)
    observer.filterBy = nil
    #expect(codes(observer) == [4, 3, 2, 1])
  }

  /// The section key is prepended to `sortBy`, and `persistentModelID` is appended.
  @Test func theSortOrderIsCompletedOnce() throws {
    let context = try makeStore().makeContext()
    let observer = try ResultsObserver<Chore, String>(
      sortBy: [SortDescriptor(\.rank)], sectionBy: \.place, modelContext: context)
    func order() -> [String] {
      observer.sortBy.map {
        guard let path = $0.keyPath else { return "none" }
        if path == \Chore.place { return "place" }
        return path == \Chore.rank ? "rank" : "\(type(of: path).valueType)"
      }
    }
    #expect(order() == ["place", "rank", "PersistentIdentifier"])
    observer.sortBy = observer.sortBy
    #expect(order() == ["place", "rank", "PersistentIdentifier"])
    observer.sortBy = [SortDescriptor(\.place, order: .reverse)]
    #expect(order() == ["place", "PersistentIdentifier"])
    #expect(observer.sectionBy == \Chore.place)
    // The observer's fetch descriptor can be used for a fetch.
    #expect(try context.fetch(observer.fetchDescriptor).isEmpty)
  }

  /// Sections are in order of first appearance; a nil title becomes an empty string.
  @Test func sectionsFollowTheResults() throws {
    let context = try makeStore().makeContext()
    for (code, place) in [(1, "home"), (2, nil), (3, "work"), (4, "home"), (5, "")] {
      context.insert(Chore(code, place: place, rank: -code))
    }
    try context.save()
    let observer = try ResultsObserver<Chore, String>(
      sortBy: [SortDescriptor(\.rank)], sectionBy: \.place, modelContext: context)
    var sections = try #require(observer.sections)
    #expect(sections.sectionTitles == ["", "home", "work"])
    #expect(sections.map { $0.map(\.code) } == [[2, 5], [4, 1], [3]])
    #expect(sections[sectionTitle: "home"]?.count == 2)
    #expect(sections[sectionTitle: "garden"] == nil)
    #expect(sections[1].id == "home")
    #expect(sections[1][0].code == 4)
    let told = TellCount()
    told.observe { _ = observer.sections }
    try context.chore(3).place = "home"
    context.insert(Chore(6, place: "garden"))
    sections = try #require(observer.sections)
    #expect(told.count == 1)
    #expect(sections.map(\.title) == ["", "garden", "home"])
    #expect(sections.map { $0.map(\.code) } == [[2, 5], [6], [4, 3, 1]])
    let flat = try ResultsObserver<Chore, Never>(modelContext: context)
    #expect(flat.sections == nil)
    #expect(flat.sectionBy == nil)
  }

  @Test func resultsThatDependOnRelationshipsAreFetchedAgain() throws {
    let context = try makeStore().makeContext()
    let chores = try context.saveChores(1...3)
    let owner = ChoreOwner("Ada")
    context.insert(owner)
    let ofAda = try ResultsObserver<Chore, Never>(
      filterBy: #Predicate { $0.owner?.name == "Ada" }, modelContext: context)
    let byOwner = try ResultsObserver<Chore, Never>(
      sortBy: [SortDescriptor(\.owner?.name)], modelContext: context)
    #expect(codes(ofAda) == [])
    #expect(codes(byOwner) == [1, 2, 3])
    owner.chores = [chores[1]]
    #expect(codes(ofAda) == [2])
    #expect(codes(byOwner) == [1, 3, 2])
    chores[2].owner = owner
    #expect(codes(ofAda) == [2, 3])
    chores[2].owner = nil
    #expect(codes(ofAda) == [2])
    chores[2].owner = owner
    #expect(codes(ofAda) == [2, 3])
    try context.save()
    owner.name = "Bea"
    #expect(codes(ofAda) == [])
    try context.save()
    let limited = try ResultsObserver<Chore, Never>(
      fetchDescriptor: FetchDescriptor(sortBy: [SortDescriptor(\.rank)], fetchLimit: 2),
      modelContext: context)
    #expect(codes(limited) == [1, 2])
    chores[0].rank = 10
    #expect(codes(limited) == [2, 3])
  }

  @Test func editsOfMembersInPlaceShow() throws {
    let context = try makeStore().makeContext()
    let chores = try context.saveChores(1...100)
    let owner = ChoreOwner("Ada")
    context.insert(owner)
    owner.chores = chores
    try context.save()
    let observer = try ResultsObserver<Chore, Never>(
      filterBy: #Predicate { $0.owner?.name == "Ada" }, modelContext: context)
    let unowned = try ResultsObserver<Chore, Never>(
      filterBy: #Predicate { $0.owner == nil }, modelContext: context)
    #expect(observer.results.count == 100)
    #expect(codes(unowned) == [])
    for place in [3, 50, 60] {
      owner.chores.remove(at: place)
      #expect(observer.results.count + unowned.results.count == 100)
    }
    #expect(codes(unowned) == [4, 52, 63])
    #expect(observer.results.count == 97)
    owner.chores.append(chores[3])
    #expect(codes(unowned) == [52, 63])
    #expect(observer.results.count == 98)
  }

  @Test func cascadeDeletedModelsLeaveTheResults() throws {
    let store = try makeStore()
    let context = store.makeContext()
    let chores = try context.saveChores(1...3)
    let owner = ChoreOwner("Ada")
    context.insert(owner)
    owner.chores = Array(chores[..<2])
    try context.save()
    let observer = try ResultsObserver<Chore, Never>(modelContext: context)
    #expect(codes(observer) == [1, 2, 3])
    context.delete(owner)
    #expect(codes(observer) == [3])
    context.rollback()
    #expect(codes(observer) == [1, 2, 3])
    let other = store.makeContext()
    try other.delete(model: ChoreOwner.self)
    try other.save()
    #expect(codes(observer) == [3])
  }

  @Test func anUpsertReplacesTheInstanceOfItsRow() throws {
    let context = try makeStore().makeContext()
    try context.saveChores(1...3)
    let observer = try ResultsObserver<Chore, Never>(modelContext: context)
    #expect(codes(observer) == [1, 2, 3])
    context.insert(Chore(2, "newer"))
    #expect(codes(observer) == [1, 2, 3, 2])
    try context.save()
    #expect(codes(observer) == [1, 2, 3])
    #expect(observer.results.map(\.name) == ["chore 1", "newer", "chore 3"])
  }

  @Test func undoAndRedoShow() throws {
    let context = try makeStore().makeContext()
    let undo = UndoManager()
    context.undoManager = undo
    let chores = try context.saveChores(1...2)
    let observer = try ResultsObserver<Chore, Never>(
      sortBy: [SortDescriptor(\.rank)], modelContext: context)
    chores[0].rank = 9
    context.processPendingChanges()
    #expect(codes(observer) == [2, 1])
    undo.undo()
    #expect(codes(observer) == [1, 2])
    undo.redo()
    #expect(codes(observer) == [2, 1])
  }

  @Test func aFailureIsReportedAndLeavesTheResults() throws {
    let store = try makeStore(.file)
    let context = store.makeContext()
    try context.saveChores(1...2)
    let observer = try ResultsObserver<Chore, Never>(modelContext: context)
    #expect(codes(observer) == [1, 2])
    #expect(observer.fetchError == nil)
    let database = try SQLiteConnection(
      path: try #require(store.url).path, mode: .readWrite)
    try database.execute("ALTER TABLE ZCHORE RENAME TO ZCHORES")
    observer.filterBy = #Predicate { $0.rank > 1 }
    #expect(codes(observer) == [1, 2])
    #expect(observer.fetchError is SwiftDataError)
    let told = TellCount()
    told.observe { _ = observer.results }
    #expect(codes(observer) == [1, 2])
    #expect(told.count == 0)
    try database.execute("ALTER TABLE ZCHORES RENAME TO ZCHORE")
    #expect(codes(observer) == [2])
    #expect(observer.fetchError == nil)
    #expect(throws: SwiftDataError.self) {
      _ = try ResultsObserver<Tally, Never>(modelContext: context)
    }
  }
}
