import Foundation
import OpenSwiftData
import Testing

/// Snapshots: values of models that are passed to other actors and applied afterwards.
@Suite("Snapshots of models")
struct ModelSnapshotTests {
  /// Changes a snapshot on another actor, where models cannot be used.
  private actor Editor {
    func rename(_ snapshot: ModelSnapshot<Note>, to title: String) -> ModelSnapshot<Note> {
      var snapshot = snapshot
      snapshot.title = title
      snapshot.rating = 4.5
      snapshot.url = nil
      return snapshot
    }
  }

  @Test(arguments: TestedStore.all)
  func aSnapshotChangedByAnotherActorIsApplied(_ kind: TestedStore) async throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let note = try context.saveNotes([1])[0]
    note.url = "somewhere"
    try context.save()
    let taken = ModelSnapshot(note)
    #expect(taken.id == note.persistentModelID)
    #expect(!taken.hasChanges)
    #expect(taken.title == "note 1")
    #expect(taken.rating == nil)
    #expect(taken.createdAt == note.createdAt)
    let edited = await Editor().rename(taken, to: "edited")
    #expect(edited.changedPropertyNames == ["rating", "title", "url"])
    #expect(edited.hasChanged(\.title))
    #expect(!edited.hasChanged(\.body))
    #expect(edited != taken)
    #expect(taken == ModelSnapshot(note))
    #expect(try context.apply(edited) === note)
    #expect(note.title == "edited")
    #expect(note.rating == 4.5)
    #expect(note.url == nil)
    #expect(context.hasChanges)
    try context.save()
    let read = try #require(try store.makeContext().note(1))
    #expect(read.title == "edited")
    #expect(read.rating == 4.5)
    #expect(read.url == nil)
    // Applying it again changes nothing.
    try context.apply(edited)
    #expect(!context.hasChanges)
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func aSnapshotOfABaseHasTheWholeInstance(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Journey.self, WorkJourney.self, FairVisit.self)
    let context = store.makeContext()
    let visit = FairVisit(name: "Leipzig", topic: "books")
    visit.allowance = 30
    context.insert(visit)
    try context.save()
    var snapshot = ModelSnapshot<Journey>(visit)
    snapshot.name = "Frankfurt"
    #expect(try context.apply(snapshot) === visit)
    #expect(visit.name == "Frankfurt")
    #expect(visit.topic == "books")
    #expect(visit.allowance == 30)
    // The copy has the model's actual class, even if the snapshot is typed as the base class.
    let coded = try JSONEncoder().encode(ModelSnapshot<Journey>(visit))
    let decoded = try JSONDecoder().decode(ModelSnapshot<Journey>.self, from: coded)
    let copy = try #require(context.insert(decoded) as? FairVisit)
    #expect(copy.name == "Frankfurt")
    #expect(copy.topic == "books")
    #expect(copy.allowance == 30)
    try context.save()
    let visits = try store.makeContext().fetch(FetchDescriptor<FairVisit>())
    #expect(visits.map(\.topic) == ["books", "books"])
  }

  @Test(arguments: TestedStore.all)
  func changesOfDifferentPropertiesAreMerged(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let note = try context.saveNotes([1])[0]
    var snapshot = ModelSnapshot(note)
    snapshot.title = "snapshot"
    note.body = "unsaved"
    let other = store.makeContext()
    try #require(try other.note(1)).url = "other"
    try other.save()
    try context.apply(snapshot)
    #expect(note.title == "snapshot")
    #expect(note.body == "unsaved")
    #expect(note.url == "other")
    try context.save()
    let read = try #require(try store.makeContext().note(1))
    #expect([read.title, read.body, read.url] == ["snapshot", "unsaved", "other"])
  }

  @Test(arguments: TestedStore.all)
  func conflictsAreReported(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let note = try context.saveNotes([1])[0]
    var snapshot = ModelSnapshot(note)
    snapshot.title = "snapshot"
    snapshot.body = "both"
    snapshot.rating = 1
    let other = store.makeContext()
    let theirs = try #require(try other.note(1))
    theirs.title = "other"
    theirs.body = "both"
    try other.save()
    let conflict = try #require(throws: SnapshotConflict<Note>.self) {
      try context.apply(snapshot)
    }
    #expect(conflict.propertyNames == ["title"])
    #expect(conflict.concerns(\.title))
    #expect(!conflict.concerns(\.body))
    #expect(!conflict.isOfDeletedModel)
    #expect(conflict.base.title == "note 1")
    #expect(conflict.snapshot.title == "snapshot")
    #expect(conflict.current?.title == "other")
    #expect(conflict.description.contains("title"))
    // The conflict prevented all changes.
    #expect(note.rating == nil)
    #expect(note.title == "other")
    #expect(!context.hasChanges)
    try context.apply(snapshot, onConflict: .keepModel)
    #expect(note.title == "other")
    #expect(note.rating == 1)
    try context.apply(snapshot, onConflict: .takeSnapshot)
    #expect(note.title == "snapshot")
    try context.save()
    #expect(try store.makeContext().note(1)?.title == "snapshot")
  }

  @Test(arguments: TestedStore.all)
  func aDeletedModelIsReportedAsAConflict(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes([1, 2])
    var snapshots = notes.map { ModelSnapshot($0) }
    for index in snapshots.indices { snapshots[index].title = "late" }
    context.delete(notes[0])
    let other = store.makeContext()
    other.delete(try #require(try other.note(2)))
    try other.save()
    for snapshot in snapshots {
      let conflict = try #require(throws: SnapshotConflict<Note>.self) {
        try context.apply(snapshot, onConflict: .takeSnapshot)
      }
      #expect(conflict.isOfDeletedModel)
      #expect(conflict.propertyNames == ["title"])
    }
    try context.save()
    let new = try context.insert(snapshots[1])
    try context.save()
    #expect(new.title == "late")
    #expect(new.code == 2)
    #expect(try store.makeContext().codes() == [2])
  }

  @Test(arguments: TestedStore.all)
  func relationshipsAreHeldAsIdentifiers(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let (alps, coast) = (Trip(name: "Alps"), Trip(name: "Coast"))
    let (boots, rope) = (Item(title: "boots"), Item(title: "rope"))
    for model in [alps, coast] { context.insert(model) }
    alps.items = [boots, rope]
    try context.save()
    var trip = ModelSnapshot(alps)
    #expect(trip.items == [boots.persistentModelID, rope.persistentModelID])
    #expect(trip.notes == [])
    var item = ModelSnapshot(boots)
    #expect(item.trip == alps.persistentModelID)
    item.trip = coast.persistentModelID
    try context.apply(item)
    #expect(boots.trip === coast)
    #expect(coast.items == [boots])
    #expect(alps.items == [rope])
    trip.items = [rope.persistentModelID]
    // The model already has this value.
    try context.apply(trip)
    try context.save()
    trip = ModelSnapshot(alps)
    trip.items.append(boots.persistentModelID)
    try context.apply(trip)
    #expect(alps.items == [rope, boots])
    #expect(coast.items.isEmpty)
    #expect(boots.trip === alps)
    item = ModelSnapshot(boots)
    item.trip = nil
    try context.apply(item)
    try context.save()
    let other = try store.makeReopenedContext()
    let trips = try other.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    #expect(trips.map { $0.items.map(\.title) } == [["rope"], []])
  }

  @Test(arguments: TestedStore.all)
  func manyToManyConflictsAreReported(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let post = Post(title: "post")
    let tags = ["a", "b", "c"].map { Tag(label: $0) }
    for tag in tags { context.insert(tag) }
    context.insert(post)
    post.tags = [tags[0]]
    try context.save()
    var snapshot = ModelSnapshot(post)
    snapshot.tags.append(tags[1].persistentModelID)
    try context.apply(snapshot)
    #expect(Set(post.tags) == Set(tags[..<2]))
    #expect(tags[1].posts == [post])
    try context.save()
    snapshot = ModelSnapshot(post)
    snapshot.tags = []
    post.tags.append(tags[2])
    let conflict = try #require(throws: SnapshotConflict<Post>.self) {
      try context.apply(snapshot)
    }
    #expect(conflict.concerns(\.tags))
    #expect(post.tags.count == 3)
    try context.apply(snapshot, onConflict: .takeSnapshot)
    try context.save()
    #expect(try store.makeContext().fetch(FetchDescriptor<Post>()).first?.tags.isEmpty == true)
  }

  @Test(arguments: TestedStore.all)
  func snapshotsAreInsertedAsNewModels(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let trip = Trip(name: "Alps")
    context.insert(trip)
    try context.save()
    // A snapshot of a model that was never inserted.
    var snapshot = ModelSnapshot(Item(title: "boots"))
    snapshot.trip = trip.persistentModelID
    let first = try context.insert(snapshot)
    snapshot.title = "rope"
    let second = try context.insert(snapshot)
    #expect(trip.items == [first, second])
    #expect(first !== second)
    try context.save()
    let other = try store.makeReopenedContext()
    let read = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
    #expect(read.items.map(\.title) == ["boots", "rope"])
  }

  @Test(arguments: TestedStore.all)
  func unsavedModelsHaveSnapshots(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let trip = Trip(name: "Alps")
    context.insert(trip)
    var snapshot = ModelSnapshot(trip)
    snapshot.name = "Coast"
    #expect(try context.apply(snapshot) === trip)
    #expect(trip.name == "Coast")
    let foreign = store.makeContext()
    #expect(throws: SnapshotConflict<Trip>.self) { try foreign.apply(snapshot) }
    var item = ModelSnapshot(Item(title: "boots"))
    item.trip = trip.persistentModelID
    #expect(throws: SwiftDataError.modelValidationFailure) { try foreign.insert(item) }
    #expect(!foreign.hasChanges)
    #expect(try context.insert(item).trip === trip)
    trip.items = []
    context.rollback()
  }

  @Test(arguments: TestedStore.all)
  func fetchesCanReturnSnapshots(_ kind: TestedStore) async throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    try context.saveNotes([3, 1, 2])
    let descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)])
    #expect(try context.fetchSnapshots(descriptor).map(\.code) == [1, 2, 3])
    var lists = store.container.snapshots(of: descriptor).makeAsyncIterator()
    let first = try #require(try await lists.next())
    #expect(first.map(\.title) == ["note 1", "note 2", "note 3"])
    var changed = first[0]
    changed.title = "changed"
    try context.apply(changed)
    try context.save()
    #expect(try await lists.next()?.map(\.title) == ["changed", "note 2", "note 3"])
  }
}
