import Foundation
import JSONFolderStore
import OpenSwiftData
import StoreTesting
import TestModels
import Testing

/// Tests of the store itself, with the requests that a context would make.
@Suite("A folder of JSON files as a store")
struct JSONFolderStoreTests {
  private let folder: TestFolder
  private let client: JSONFolderClient

  init() throws {
    folder = try TestFolder()
    client = try JSONFolderClient(folder.url, Note.self, Trip.self, Item.self)
  }

  // MARK: - Saving and finding

  @Test func eachModelIsStoredInItsOwnFile() throws {
    try client.save(inserting: [Note(code: 1, title: "a"), Note(code: 2), Trip(name: "t")])
    #expect(try client.files("Note").count == 2)
    #expect(try client.files("Trip").count == 1)
    let texts = try client.all(Note.self).map { try client.value("title", $0) as? String }
    #expect(Set(texts) == ["a", ""])
    let content = try String(contentsOf: client.files("Trip")[0], encoding: .utf8)
    #expect(content.contains(#""name":"t""#))
  }

  @Test func savedModelsHavePermanentIdentifiers() throws {
    let note = Note(code: 1)
    let result = try client.save(inserting: [note])
    let identifier = try #require(result.remappedIdentifiers[note.persistentModelID])
    #expect(identifier.storeIdentifier == client.store.identifier)
    let again = try JSONFolderClient(folder.url, Note.self)
    #expect(again.store.identifier == client.store.identifier)
    #expect(try again.all(Note.self).map(\.persistentIdentifier) == [identifier])
    let found = try again.store.cachedSnapshots(
      for: [identifier, Note(code: 2).persistentModelID], editingState: again.state)
    #expect(Array(found.keys) == [identifier])
  }

  @Test func relationshipsAreStoredAsPermanentIdentifiers() throws {
    let trip = Trip(name: "Alps")
    let items = [Item(title: "a", trip: trip), Item(title: "b", trip: trip)]
    trip.items = items
    // Without a context, inverse relationships form a retain cycle, as in plain objects.
    defer { trip.items = [] }
    let names = try client.save(inserting: [trip] + items).remappedIdentifiers
    let stored = try #require(try client.all(Trip.self).first)
    let members = try client.identifiers("items", stored)
    #expect(members == items.map { names[$0.persistentModelID] })
    let targets = try client.all(Item.self).map { try client.identifier("trip", $0) }
    #expect(targets == [stored.persistentIdentifier, stored.persistentIdentifier])
  }

  @Test func filteringAndSortingAreLeftToTheContext() throws {
    let filtering = FetchDescriptor<Note>(predicate: #Predicate { $0.code == 1 })
    #expect(throws: DataStoreError.preferInMemoryFilter) {
      _ = try client.fetch(filtering)
    }
    #expect(throws: DataStoreError.preferInMemoryFilter) {
      _ = try client.store.fetchCount(client.request(filtering))
    }
    #expect(throws: DataStoreError.preferInMemorySort) {
      _ = try client.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)]))
    }
  }

  @Test func fetchesApplyOffsetAndLimit() throws {
    try client.save(inserting: (1...5).map { Note(code: $0) })
    let all = try client.all(Note.self).map(\.persistentIdentifier)
    var page = FetchDescriptor<Note>()
    (page.fetchOffset, page.fetchLimit) = (1, 2)
    #expect(try client.fetch(page).map(\.persistentIdentifier) == Array(all[1...2]))
    #expect(try client.store.fetchCount(client.request(page)) == 2)
    page.fetchOffset = 9
    #expect(try client.store.fetchIdentifiers(client.request(page)).isEmpty)
  }

  @Test func modelsAreUpdatedAndDeleted() throws {
    try client.save(inserting: [Note(code: 1, title: "a"), Note(code: 2)])
    let notes = try client.all(Note.self)
    let changed = try #require(try notes.first { try client.value("code", $0) as? Int == 1 })
    let gone = try #require(try notes.first { try client.value("code", $0) as? Int == 2 })
    let new = try client.copy(of: changed, title: "b")
    try client.save(updating: [new], deleting: [gone])
    #expect(try client.all(Note.self).map { try client.value("title", $0) as? String } == ["b"])
    // Updating a model that another client deleted does not restore it.
    try client.save(updating: [gone])
    #expect(try client.all(Note.self).count == 1)
  }

  @Test func batchDeletionWorksOnlyWithoutRelationships() throws {
    let request = DataStoreBatchDeleteRequest<Note>(
      predicate: nil, includeSubclasses: true, editingState: client.state)
    #expect(throws: DataStoreError.preferInMemoryFilter) { try client.store.delete(request) }
    let alone = try JSONFolderClient(folder.file("alone"), Note.self, Tally.self)
    try alone.save(inserting: [Note(code: 1), Tally(number: 1)])
    try alone.store.delete(request)
    #expect(try alone.all(Note.self).isEmpty)
    #expect(try alone.all(Tally.self).count == 1)
    try alone.store.erase()
    #expect(try alone.all(Tally.self).isEmpty)
  }

  // MARK: - Files

  @Test func errorsNameTheDamagedFile() throws {
    try client.save(inserting: [Note(code: 1)])
    let file = try client.files("Note")[0]
    let content = try Data(contentsOf: file)
    for damage in [Data(), Data("{}".utf8), content.dropLast(2), Data([0xFF])] {
      try damage.write(to: file)
      let error = #expect(throws: JSONFolderError.self) { _ = try client.all(Note.self) }
      guard case .unreadableFile(file, _)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(
        error?.localizedDescription == "The store cannot read its file \(file.path). "
          + "It does not contain the JSON that the store writes.")
      #expect(error?.recoverySuggestion?.hasPrefix("Restore the file from a backup") == true)
    }
    try content.write(to: file)
    #expect(try client.all(Note.self).count == 1)
  }

  @Test func aCopiedFileIsASeparateModel() throws {
    try client.save(inserting: [Note(code: 1)])
    let file = try client.files("Note")[0]
    let copy = file.deletingLastPathComponent().appendingPathComponent("copy.json")
    try FileManager.default.copyItem(at: file, to: copy)
    #expect(Set(try client.all(Note.self).map(\.persistentIdentifier)).count == 2)
  }

  @Test func aFailedSaveWritesNothing() throws {
    try client.save(inserting: [Note(code: 1)])
    let before = try client.files("Note")
    // A file cannot be renamed to the path of a folder that is not empty.
    let obstacle = folder.url.appendingPathComponent("journal")
    try FileManager.default.createDirectory(
      at: obstacle.appendingPathComponent("x"), withIntermediateDirectories: true)
    #expect(throws: (any Error).self) { try client.save(inserting: [Note(code: 2)]) }
    try FileManager.default.removeItem(at: obstacle)
    #expect(try client.files("Note") == before)
    #expect(try client.all(Note.self).count == 1)
  }

  /// If a program is killed during a save, the save is either complete or has no effect.
  @Test func anInterruptedSaveIsCompletedOrDiscarded() throws {
    try client.save(inserting: [Note(code: 1, title: "old"), Note(code: 2)])
    let notes = try client.all(Note.self)
    let (changed, gone) = (notes[0], notes[1])
    let new = try JSONEncoder().encode(try client.copy(of: changed, title: "new"))
    let files = try client.files("Note")
    let changes: [(String, Data?)] = [
      ("Note/" + files[0].lastPathComponent, new), ("Note/" + files[1].lastPathComponent, nil),
      ("Note/new.json", new),
    ]
    let journal = try JSONEncoder().encode(Dictionary(uniqueKeysWithValues: changes))
    for steps in 0...changes.count {
      let copy = folder.url.appendingPathComponent("../\(UUID())").standardized
      try FileManager.default.copyItem(at: folder.url, to: copy)
      defer { try? FileManager.default.removeItem(at: copy) }
      let killed = try JSONFolderClient(copy, Note.self)
      // The journal does not have its final name yet, so nothing is saved.
      try journal.dropLast().write(to: copy.appendingPathComponent(".dat.nosync.journal"))
      #expect(try Set(killed.all(Note.self).map(\.persistentIdentifier)).count == 2)
      try journal.write(to: copy.appendingPathComponent("journal"))
      for (path, content) in changes.prefix(steps) {
        let file = copy.appendingPathComponent(path)
        if let content { try content.write(to: file) }
        if content == nil { try FileManager.default.removeItem(at: file) }
      }
      let found = try JSONFolderClient(copy, Note.self).all(Note.self)
      #expect(try found.map { try client.value("title", $0) as? String } == ["new", "new"])
      #expect(!found.map(\.persistentIdentifier).contains(gone.persistentIdentifier))
      #expect(!FileManager.default.fileExists(atPath: copy.path + "/journal"))
    }
  }

  /// A folder from an untrusted source.
  @Test(arguments: [
    "../victim", "Note/../../victim", "/victim", "Note//victim", "Note/./x.json", "", ".",
    "a/b/c.json",
    "Note/../identifier",
  ])
  func aJournalCannotChangeFilesOutsideTheFolder(_ path: String) throws {
    let inner = folder.file("inner")
    let client = try JSONFolderClient(inner, Note.self)
    try client.save(inserting: [Note(code: 1)])
    let victim = folder.file("victim")
    try Data("kept".utf8).write(to: victim)
    for content in [Data("evil".utf8), nil] {
      let journal = inner.appendingPathComponent("journal")
      try JSONEncoder().encode([path: content]).write(to: journal)
      let error = #expect(throws: JSONFolderError.self) { _ = try client.all(Note.self) }
      guard case .unreadableFile(let file, _)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(file.lastPathComponent == "journal")
      #expect(
        error?.localizedDescription.hasSuffix("It names a file that cannot belong to the store.")
          == true)
      #expect(try Data(contentsOf: victim) == Data("kept".utf8))
      try FileManager.default.removeItem(at: journal)
    }
    #expect(try client.all(Note.self).count == 1)
  }

  @Test func symbolicLinksAreNotFollowed() throws {
    try client.save(inserting: [Note(code: 1)])
    let file = try client.files("Note")[0]
    let other = folder.url.appendingPathComponent("../other-\(UUID())").standardized
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: other) }
    let secret = other.appendingPathComponent("secret.json")
    try FileManager.default.moveItem(at: file, to: secret)
    let content = try Data(contentsOf: secret)
    // A symbolic link in place of a file.
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: secret)
    #expect(throws: (any Error).self) { _ = try client.all(Note.self) }
    try FileManager.default.removeItem(at: file)
    // A symbolic link in place of a folder.
    let entity = folder.url.appendingPathComponent("Note")
    try FileManager.default.removeItem(at: entity)
    try FileManager.default.createSymbolicLink(at: entity, withDestinationURL: other)
    #expect(throws: (any Error).self) { _ = try client.all(Note.self) }
    // The save is recorded in the journal, and completed once that is possible.
    try client.save(inserting: [Note(code: 2)])
    #expect(throws: (any Error).self) { _ = try client.all(Note.self) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == ["secret.json"])
    #expect(try Data(contentsOf: secret) == content)
    try FileManager.default.removeItem(at: entity)
    #expect(try client.all(Note.self).count == 1)
  }

  @Test func manyThreadsCanUseOneFolder() throws {
    let failures = Failures()
    let url = folder.url
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      do {
        let client = try JSONFolderClient(url, Note.self)
        for round in 0..<20 {
          // Saves two notes at a time: readers see both or neither.
          let codes = [2 * (20 * thread + round), 2 * (20 * thread + round) + 1]
          try client.save(inserting: codes.map { Note(code: $0) })
          let count = try client.all(Note.self).count
          if count % 2 != 0 { failures.add("\(count) notes") }
        }
      } catch {
        failures.add("\(error)")
      }
    }
    #expect(failures.all == [])
    #expect(try client.all(Note.self).count == 160)
  }
}
