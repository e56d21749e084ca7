import Foundation
@testable import OpenSwiftData
import Testing

@Suite("Snapshots of the default store")
struct DefaultStoreSnapshotTests {
  private let client: SnapshotClient

  init() throws { client = try SnapshotClient(Note.self, Author.self, Seat.self, HandMade.self) }

  // MARK: - Fetching

  @Test func snapshotsAreFetchedInOrderWithinTheLimit() throws {
    let notes = (1...6).map { Note(code: $0, title: "note \($0)") }
    _ = try client.save(inserting: notes)
    var descriptor = FetchDescriptor<Note>(
      predicate: #Predicate { $0.code > 1 }, sortBy: [SortDescriptor(\.code, order: .reverse)])
    descriptor.fetchLimit = 3
    descriptor.fetchOffset = 1
    // A snapshot has all values, even if the descriptor limits the properties to fetch.
    descriptor.propertiesToFetch = [\.code]
    let found = try client.fetch(descriptor)
    #expect(found.fetchedSnapshots.map { $0.text("code") } == ["5", "4", "3"])
    #expect(found.fetchedSnapshots.map { $0.text("title") } == ["note 5", "note 4", "note 3"])
    #expect(found.relatedSnapshots.isEmpty)
    #expect(try client.store.fetchCount(client.request(descriptor)) == 3)
    #expect(
      try client.store.fetchIdentifiers(client.request(descriptor))
        == found.fetchedSnapshots.map(\.persistentIdentifier))
  }

  @Test func prefetchedSnapshotsAreFetched() throws {
    _ = try client.save(snapshots: try makeGraph())
    var descriptor = FetchDescriptor<Author>()
    #expect(try client.fetch(descriptor).relatedSnapshots.isEmpty)
    descriptor.relationshipKeyPathsForPrefetching = [\.works]
    let found = try client.fetch(descriptor)
    let works = try #require(found.fetchedSnapshots.first?.members("works"))
    #expect(works.map { found.relatedSnapshots[$0]?.text("title") } == ["first", "second"])
  }

  @Test func snapshotsAreFoundByIdentifier() throws {
    let result = try client.save(inserting: [Note(code: 1), Note(code: 2)])
    let identifiers = Array(result.remappedIdentifiers.values)
    let strange = PersistentIdentifier(entity: identifiers[0].entity, key: 99)
    let found = try client.store.cachedSnapshots(
      for: identifiers + [strange, Note(code: 3).persistentModelID], editingState: client.state)
    #expect(Set(found.keys) == Set(identifiers))
    #expect(Set(found.values.map { $0.text("code") }) == ["1", "2"])
  }

  // MARK: - Saving

  @Test func modelsThatReferToEachOtherAreInserted() throws {
    let graph = try makeGraph()
    let result = try client.save(snapshots: graph)
    #expect(result.storeIdentifier == client.store.identifier)
    #expect(Set(result.remappedIdentifiers.keys) == Set(graph.map(\.persistentIdentifier)))
    #expect(result.remappedIdentifiers.values.allSatisfy { !$0.isTemporary })
    let author = try #require(try client.all(Author.self).first)
    let works = try client.all(Work.self, by: \.title)
    let tag = try #require(try client.all(Tag.self).first)
    #expect(author.members("works") == works.map(\.persistentIdentifier))
    #expect(
      works.map { $0.target("author") } == Array(repeating: author.persistentIdentifier, count: 2))
    #expect(works[0].target("successor") == works[1].persistentIdentifier)
    #expect(works[1].target("successor") == nil)
    #expect(tag.members("works").sorted() == works.map(\.persistentIdentifier).sorted())
    let remarks = try client.all(Remark.self)
    #expect(works[0].members("notes") == remarks.map(\.persistentIdentifier))
    #expect(remarks[0].attribute("picture") == Data(repeating: 7, count: 300_000))
  }

  @Test func onlyChangedValuesOfASnapshotAreUpdated() throws {
    _ = try client.save(snapshots: try makeGraph())
    let works = try client.all(Work.self, by: \.title)
    let author = try #require(try client.all(Author.self).first)
    // The author's snapshot is unchanged, so it must not override the change of the work.
    let orphan = works[1].with("author", .null).with("title", .attribute("alone"))
    _ = try client.save(updating: [orphan, author])
    let after = try client.all(Work.self, by: \.title)
    #expect(after.map { $0.text("title") } == ["alone", "first"])
    #expect(after.map { $0.target("author") } == [nil, author.persistentIdentifier])
    #expect(try client.all(Author.self)[0].members("works") == [works[0].persistentIdentifier])
    // Sets the members from the other side, in another order.
    let both = [works[1].persistentIdentifier, works[0].persistentIdentifier]
    _ = try client.save(updating: [author.with("works", .members(both))])
    #expect(try client.all(Author.self)[0].members("works") == both)
  }

  @Test func textsSpelledDifferentlyAreDistinguished() throws {
    _ = try client.save(inserting: [Note(code: 1, title: "old")])
    let snapshot = try #require(try client.all(Note.self).first)
    _ = try client.save(updating: [snapshot.with("title", .attribute("é"))])
    _ = try client.save(updating: [snapshot.with("title", .attribute("e\u{301}"))])
    let title: String? = try client.all(Note.self)[0].attribute("title")
    #expect(title.map { Array($0.utf8) } == Array("e\u{301}".utf8))
  }

  @Test func deletionsFollowTheRulesOfTheModels() throws {
    _ = try client.save(snapshots: try makeGraph())
    _ = try client.save(deleting: try client.all(Author.self))
    #expect(try client.all(Author.self).isEmpty)
    #expect(try client.all(Work.self).isEmpty)
    #expect(try client.all(Tag.self)[0].members("works").isEmpty)
  }

  @Test func snapshotsAreDeletedByPredicate() throws {
    _ = try client.save(inserting: (1...5).map { Note(code: $0) })
    try client.store.delete(
      DataStoreBatchDeleteRequest<Note>(
        predicate: #Predicate { $0.code < 4 }, includeSubclasses: true,
        editingState: client.state))
    #expect(try client.all(Note.self, by: \.code).map { $0.text("code") } == ["4", "5"])
  }

  @Test func theResultReportsWhatAnUpsertMade() throws {
    let first = try client.save(snapshots: try makeGraph())
    let author = try #require(try client.all(Author.self).first)
    let newer = Author(code: 1, name: "newer")
    let result = try client.save(inserting: [newer])
    #expect(result.remappedIdentifiers[newer.persistentModelID] == author.persistentIdentifier)
    #expect(first.remappedIdentifiers.values.contains(author.persistentIdentifier))
    // The row keeps its members, which the inserted snapshot does not have.
    let merged = try #require(result.snapshotsToReregister[author.persistentIdentifier])
    #expect(merged.text("name") == "newer")
    #expect(merged.members("works") == author.members("works"))
    #expect(try client.all(Author.self).count == 1)
    let same = try client.save(inserting: [Note(code: 9)])
    #expect(same.snapshotsToReregister.isEmpty)
  }

  @Test func handWrittenModelsAreSaved() throws {
    let model = HandMade(title: "hand")
    model.count = 4
    _ = try client.save(inserting: [model])
    let snapshot = try #require(try client.all(HandMade.self).first)
    #expect(snapshot.text("title") == "hand")
    #expect(snapshot.text("count") == "4")
    _ = try client.save(updating: [snapshot.with("nickname", .attribute("h"))])
    #expect(try client.all(HandMade.self)[0].text("nickname") == "h")
  }

  // MARK: - Errors

  @Test func aFailedSaveWritesNothing() throws {
    let work = Work(title: "lost")
    let context = ModelContext(
      try ModelContainer(
        for: Work.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    context.insert(work)
    work.author = Author(code: 5)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) {
      // The author is not among the inserted models.
      _ = try client.save(inserting: [Note(code: 1), work])
    }
    #expect(error?.description.contains("Work.author") == true)
    #expect(try client.all(Note.self).isEmpty)
    #expect(try client.all(Work.self).isEmpty)
    _ = try client.save(inserting: [Note(code: 1)])
    #expect(try client.all(Note.self).count == 1)
  }

  @Test func valuesOfOtherTypesAreRefused() throws {
    _ = try client.save(inserting: [Note(code: 1)])
    let snapshot = try #require(try client.all(Note.self).first)
    for bad in [SnapshotValue.attribute("one"), .null, .members([])] {
      let error = #expect(throws: SwiftDataError.valueCannotBeStored) {
        _ = try client.save(updating: [snapshot.with("code", bad)])
      }
      #expect(error?.description.contains("Note.code") == true)
      #expect(error?.recoverySuggestion?.contains("a model of the store's schema") == true)
    }
    let error = #expect(throws: SwiftDataError.valueCannotBeStored) {
      _ = try client.save(updating: [snapshot.with("colour", .attribute("red"))])
    }
    #expect(error?.description.contains("Note.colour") == true)
    #expect(try client.all(Note.self)[0].text("code") == "1")
    _ = try client.save(inserting: [Work(title: "w")])
    let work = try #require(try client.all(Work.self).first)
    let related = #expect(throws: SwiftDataError.valueCannotBeStored) {
      _ = try client.save(updating: [work.with("author", .attribute("x"))])
    }
    #expect(related?.description.contains("Work.author") == true)
    #expect(related?.recoverySuggestion?.contains("a model of the store's schema") == true)
  }

  @Test func updatesOfDeletedModelsAreRefused() throws {
    _ = try client.save(inserting: [Note(code: 1)])
    let snapshots = try client.all(Note.self)
    _ = try client.save(deleting: snapshots)
    #expect(throws: SwiftDataError.modelValidationFailure) {
      _ = try client.save(updating: [snapshots[0].with("title", .attribute("x"))])
    }
    _ = try client.save(deleting: snapshots)
    #expect(try client.all(Note.self).isEmpty)
  }

  // MARK: - Editing states

  @Test func editingStatesAreServedSeparately() throws {
    _ = try client.save(inserting: [Note(code: 1, title: "old")])
    let other = EditingState()
    client.store.initializeState(for: other)
    let request = DataStoreFetchRequest(descriptor: FetchDescriptor<Note>(), editingState: other)
    let snapshot = try #require(try client.store.fetch(request).fetchedSnapshots.first)
    _ = try client.save(updating: [snapshot.with("title", .attribute("new"))])
    #expect(try client.store.fetch(request).fetchedSnapshots[0].text("title") == "new")
    client.store.invalidateState(for: other)
    #expect(try client.store.fetch(request).fetchedSnapshots[0].text("title") == "new")
  }

  @Test func aStoreOpensWithoutModelClasses() throws {
    let encoded = try JSONEncoder().encode(Schema([Note.self]))
    let schema = try JSONDecoder().decode(Schema.self, from: encoded)
    let store = try DefaultStore(ModelConfiguration(schema: schema, isStoredInMemoryOnly: true))
    let error = #expect(throws: SwiftDataError.unknownSchema) {
      _ = try store.fetch(
        DataStoreFetchRequest(descriptor: FetchDescriptor<Note>(), editingState: EditingState()))
    }
    #expect(error?.errorDescription?.hasSuffix("was created without model classes.") == true)
    #expect(error?.recoverySuggestion == "Create the schema from model types.")
  }

  /// An author with two works and one tag for both; the second work is the successor of the first.
  private func makeGraph() throws -> [DefaultSnapshot] {
    let container = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let (author, tag, remark) = (Author(code: 1, name: "a"), Tag(label: "t"), Remark(text: "r"))
    let (first, second) = (Work(title: "first"), Work(title: "second"))
    remark.picture = Data(repeating: 7, count: 300_000)
    context.insert(author)
    author.works = [first, second]
    first.successor = second
    first.notes = [remark]
    tag.works = [first, second]
    context.insert(tag)
    let models: [any PersistentModel] = [author, first, second, tag, remark]
    return withExtendedLifetime(context) { models.map(DefaultSnapshot.init(of:)) }
  }
}
