import Foundation
import OpenSwiftData
import Testing

@Suite("What outlives a container")
struct PersistenceTests {
  /// Runs `body` with a store whose container is released afterwards.
  private func use<Result>(
    _ kind: TestedStore, _ types: [any PersistentModel.Type], in folder: TestFolder,
    _ body: (ModelContext) throws -> Result
  ) throws -> Result {
    let context = ModelContext(try kind.container(Schema(types), in: folder))
    defer { withExtendedLifetime(context) {} }
    return try body(context)
  }

  @Test(arguments: TestedStore.supporting(.persistence))
  func savedModelsOutliveTheContainer(_ kind: TestedStore) throws {
    try kind.begin()
    let folder = try TestFolder()
    let identifiers = try use(kind, [Note.self], in: folder) { context in
      let notes = try context.saveNotes(1...3)
      notes[0].title = "changed"
      context.delete(notes[1])
      try context.save()
      notes[2].title = "not saved"
      context.insert(Note(code: 4))
      return [notes[0].persistentModelID, notes[2].persistentModelID]
    }
    try use(kind, [Note.self], in: folder) { context in
      let notes = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)]))
      #expect(notes.map(\.title) == ["changed", "note 3"])
      #expect(notes.map(\.persistentModelID) == identifiers)
      #expect((context.model(for: identifiers[1]) as? Note) === notes[1])
    }
  }

  @Test(arguments: TestedStore.supporting(.memberOrder, .persistence))
  func relationshipsOutliveTheContainer(_ kind: TestedStore) throws {
    try kind.begin()
    let folder = try TestFolder()
    try use(kind, GraphSchema.models, in: folder) { context in
      let trip = Trip(name: "Alps")
      context.insert(trip)
      trip.items = ["c", "a", "b"].map { Item(title: $0) }
      trip.notes = [Remark(text: "high")]
      let citizen = Citizen(name: "Ann")
      context.insert(citizen)
      citizen.passport = Passport(number: 7)
      try context.save()
      trip.items.swapAt(0, 1)
      try context.save()
    }
    try use(kind, GraphSchema.models, in: folder) { context in
      let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
      #expect(trip.items.map(\.title) == ["a", "c", "b"])
      #expect(trip.items.allSatisfy { $0.trip === trip })
      #expect(trip.notes?.map(\.text) == ["high"])
      let passport = try #require(try context.fetch(FetchDescriptor<Passport>()).first)
      #expect(passport.citizen?.name == "Ann")
      #expect(passport.citizen?.passport === passport)
    }
  }

  @Test(arguments: TestedStore.supporting(.persistence))
  func erasedModelsDoNotComeBack(_ kind: TestedStore) throws {
    try kind.begin()
    let folder = try TestFolder()
    let container = try kind.container(Schema([Note.self]), in: folder)
    try ModelContext(container).saveNotes(1...3)
    try container.erase()
    try ModelContext(container).saveNotes([9])
    let codes = try use(kind, [Note.self], in: folder) { try $0.codes() }
    #expect(codes == [9])
  }

  enum Earlier {
    @Model final class Parcel { var name: String; init(name: String) { self.name = name } }
  }

  enum Later {
    @Model final class Parcel {
      var name: String
      var weight: Int = 7
      var remark: String?
      init(name: String) { self.name = name }
    }
  }

  @Test(arguments: TestedStore.supporting(.persistence, .migration))
  func laterVersionsAddPropertiesToStoredModels(_ kind: TestedStore) throws {
    try kind.begin()
    let folder = try TestFolder()
    try use(kind, [Earlier.Parcel.self], in: folder) { context in
      context.insert(Earlier.Parcel(name: "p"))
      try context.save()
    }
    try use(kind, [Later.Parcel.self], in: folder) { context in
      let parcel = try #require(try context.fetch(FetchDescriptor<Later.Parcel>()).first)
      #expect(parcel.name == "p")
      #expect(parcel.weight == 7)
      #expect(parcel.remark == nil)
      parcel.weight = 8
      try context.save()
    }
    let weights = try use(kind, [Later.Parcel.self], in: folder) { context in
      try context.fetch(FetchDescriptor<Later.Parcel>()).map(\.weight)
    }
    #expect(weights == [8])
  }
}
