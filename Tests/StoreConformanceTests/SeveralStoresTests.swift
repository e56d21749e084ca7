import Foundation
import OpenSwiftData
import Testing

/// A container with several stores, each for some of the models.
@Suite("Several stores in one container")
struct SeveralStoresTests {
  /// Notes in a store of one kind, trips in a store of another kind.
  private func container(
    _ notes: TestedStore, _ trips: TestedStore, in folder: TestFolder
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Note.self, Trip.self]),
      configurations: [
        notes.configuration("notes", Schema([Note.self]), folder),
        trips.configuration("trips", Schema([Trip.self]), folder),
      ])
  }

  @Test(arguments: TestedStore.all, TestedStore.all)
  func storesKeepTheirOwnModels(_ first: TestedStore, _ second: TestedStore) throws {
    for kind in [first, second] { try kind.begin() }
    let folder = try TestFolder()
    let container = try container(first, second, in: folder)
    let context = ModelContext(container)
    let trip = Trip(name: "Alps")
    trip.items = [Item(title: "a")]
    context.insert(trip)
    let note = try context.saveNotes([1])[0]
    #expect(note.persistentModelID.storeIdentifier != trip.persistentModelID.storeIdentifier)
    let other = ModelContext(container)
    #expect(try other.codes() == [1])
    #expect(try other.fetch(FetchDescriptor<Trip>()).map { $0.items.map(\.title) } == [["a"]])
    #expect((other.model(for: note.persistentModelID) as? Note)?.code == 1)
    (note.title, trip.name) = ("changed", "Coast")
    try context.save()
    #expect(try ModelContext(container).note(1)?.title == "changed")
    #expect(try ModelContext(container).fetch(FetchDescriptor<Trip>()).map(\.name) == ["Coast"])
    try withExtendedLifetime(folder) { try container.erase() }
    #expect(try ModelContext(container).codes().isEmpty)
  }

  @Test(arguments: TestedStore.all)
  func oneRefusingStoreStopsTheWholeSave(_ kind: TestedStore) throws {
    try kind.begin()
    let folder = try TestFolder()
    let container = try ModelContainer(
      for: Schema([Note.self, Patient.self]),
      configurations: [
        kind.configuration("notes", Schema([Note.self]), folder),
        kind.configuration("patients", Schema([Patient.self]), folder),
      ])
    let context = ModelContext(container)
    context.insert(Note(code: 1))
    context.insert(Patient(name: "a", isWilling: false))
    #expect(throws: SwiftDataError.valueCannotBeStored) { try context.save() }
    #expect(try ModelContext(container).codes().isEmpty)
    #expect(context.hasChanges)
    withExtendedLifetime(folder) { context.rollback() }
  }
}
