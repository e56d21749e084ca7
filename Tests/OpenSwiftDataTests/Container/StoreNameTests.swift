import Foundation
import StoreTesting
import Testing

@testable import OpenSwiftData

@Suite("Stores and the names of their configurations")
struct StoreNameTests {
  @Test func storeIdentifiersAndConfigurationNamesMatch() throws {
    let folder = try TestFolder()
    let container = try ModelContainer(
      for: Schema([Tally.self, Note.self]),
      configurations: ModelConfiguration(
        "tallies", schema: Schema([Tally.self]), url: folder.file("a.store")),
      ModelConfiguration("notes", schema: Schema([Note.self]), url: folder.file("b.store")))
    let context = ModelContext(container)
    let (tally, note) = (Tally(number: 1), Note(code: 1))
    context.insert(tally)
    context.insert(note)
    try context.save()
    let tallies = try #require(tally.persistentModelID.storeIdentifier)
    let notes = try #require(note.persistentModelID.storeIdentifier)
    #expect(container.storeIdentifier(forConfigurationNamed: "tallies") == tallies)
    #expect(container.storeIdentifier(forConfigurationNamed: "notes") == notes)
    #expect(container.storeIdentifier(forConfigurationNamed: "others") == nil)
    #expect(container.configurationName(forStoreIdentifier: tallies) == "tallies")
    #expect(container.configurationName(forStoreIdentifier: notes) == "notes")
    #expect(container.configurationName(forStoreIdentifier: "") == nil)
  }
}
