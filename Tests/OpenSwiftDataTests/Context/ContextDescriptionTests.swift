import Foundation
import OpenSwiftData
import Testing

@Suite("Descriptions of contexts and identifiers")
struct ContextDescriptionTests {
  @Test func descriptionsShowUnsavedChangesAndIdentifiers() throws {
    let container = try ModelContainer(
      for: DescribedNote.self,
      configurations: ModelConfiguration("notes", isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    #expect(context.debugDescription == "ModelContext on notes: no changes")
    let note = DescribedNote()
    context.insert(note)
    #expect("\(context)" == "ModelContext on notes: 1 inserted")
    #expect("\(note.persistentModelID)".hasPrefix("x-coredata:///DescribedNote/t"))
    try context.save()
    let store = try #require(note.persistentModelID.storeIdentifier)
    #expect("\(note.persistentModelID)" == "x-coredata://\(store)/DescribedNote/p1")
    let custom = try PersistentIdentifier.identifier(
      for: "s", entityName: "DescribedNote", primaryKey: "k")
    #expect("\(custom)" == #"x-coredata://s/DescribedNote/["k"]"#)
  }
}

@Model final class DescribedNote {
  var text = ""
  init() {}
}
