import CoreDataFormat
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import Testing

@testable import OpenSwiftData

@Suite("Files of large values")
struct ExternalFileTests {
  private let store: TestStore
  private let context: ModelContext

  init() throws {
    store = try TestStore(.file, for: Scan.self)
    context = store.makeContext()
  }

  private func file() throws -> SQLiteConnection {
    try SQLiteConnection(path: #require(store.url).path, mode: .readWrite)
  }

  @Test(arguments: [0, 1, ExternalData.largestInlineSize, Data.large, 5_000_000])
  func valuesOfAnySizeAreReadBack(_ size: Int) throws {
    let bytes = Data.random(size, seed: UInt64(size))
    let scan = Scan(1, image: bytes)
    scan.preview = bytes
    scan.stamp = Stamp(bytes: bytes)
    try context.save(scan)
    let read = try #require(try store.makeReopenedContext().scan(1))
    #expect(same(read.image, bytes))
    #expect(same(read.preview, bytes))
    #expect(same(read.stamp, Stamp(bytes: bytes)))
    #expect(try context.countFiles() == (size > ExternalData.largestInlineSize ? 3 : 0))
  }

  @Test func largeBytesStandWhereTheLayoutWantsThem() throws {
    let (small, large) = (Data.random(ExternalData.largestInlineSize), Data.random())
    let scan = Scan(1, image: large)
    scan.preview = small
    try context.save(scan)
    let row = try #require(try file().rows("SELECT ZIMAGE, ZPREVIEW FROM ZSCAN").first)
    #expect(row[1] == .blob(Data([1]) + small))
    let column = try #require(row[0].blob)
    #expect(column.count == 38)
    #expect(column.first == 2)
    #expect(column.last == 0)
    let name = String(decoding: column.dropFirst().dropLast(), as: UTF8.self)
    #expect(name == UUID(uuidString: name)?.uuidString)
    let folder = try #require(store.url).deletingLastPathComponent()
    let url = folder.appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA/\(name)")
    #expect(try same(Data(contentsOf: url), large))
  }

  @Test func filesHoldCodableValues() throws {
    let words = (0..<30_000).map { "word \($0)" }
    let scan = Scan(1)
    scan.words = words
    try context.save(scan)
    #expect(try context.countFiles() == 1)
    #expect(try same(store.makeReopenedContext().scan(1)?.words, words))
  }

  @Test func predicatesCompareExternalCodableValues() throws {
    let (first, second, third) = (Scan(1), Scan(2), Scan(3))
    let bytes = Data.random(seed: 1)
    first.stamp = Stamp(bytes: bytes)
    third.stamp = Stamp(bytes: .random(seed: 3))
    try context.save(first, second, third)
    #expect(try context.countFiles() == 2)
    let reader = try store.makeReopenedContext()
    let missing = #Predicate<Scan> { $0.stamp == nil }
    #expect(try reader.fetch(FetchDescriptor(predicate: missing)).map(\.code) == [2])
    let found = #Predicate<Scan> { $0.stamp?.bytes == bytes }
    #expect(try reader.fetch(FetchDescriptor(predicate: found)).map(\.code) == [1])
  }

  @Test func filesAreAsPrivateAsTheStore() throws {
    let url = try #require(store.url)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    try context.save(Scan(1, image: .random()))
    let name = try #require(try context.files.folder.contents().files.first)
    for (path, mode) in try [
      (context.files.folder.file(name), 0o600), (context.files.folder.path, 0o700),
    ] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
    }
  }

  @Test func filesAreDeletedWithTheirValue() throws {
    let scan = Scan(1, image: .random(seed: 1))
    scan.preview = .random(seed: 2)
    try context.save(scan)
    #expect(try context.countFiles() == 2)
    scan.image = .random(seed: 3)
    try context.save()
    #expect(try context.countFiles() == 2)
    #expect(try same(store.makeReopenedContext().scan(1)?.image, .random(seed: 3)))
    scan.image = nil
    try context.save()
    #expect(try context.countFiles() == 1)
    scan.preview = Data([1])
    try context.save()
    #expect(try context.countFiles() == 0)
    #expect(try store.makeReopenedContext().scan(1)?.preview == Data([1]))
  }

  @Test func filesAreDeletedWithTheirRow() throws {
    try context.save(
      Scan(1, image: .random()), Scan(2, image: .random()), Scan(3, image: .random()))
    context.delete(try #require(try context.scan(1)))
    try context.save()
    #expect(try context.countFiles() == 2)
    // Rows that are not loaded are deleted by key.
    try store.makeContext().transactionDeleting(code: 2)
    #expect(try context.countFiles() == 1)
    try store.container.erase()
    #expect(try context.countFiles() == 0)
  }

  @Test func filesAreDeletedWithTheirRowsOwner() throws {
    let store = try TestStore(.file, for: Folio.self, Leaf.self)
    let context = store.makeContext()
    let folio = Folio()
    folio.leaves = [Leaf(image: .random(seed: 1)), Leaf(image: .random(seed: 2))]
    context.insert(folio)
    try context.save()
    #expect(try context.countFiles() == 2)
    let reader = try store.makeReopenedContext()
    reader.delete(try #require(try reader.fetch(FetchDescriptor<Folio>()).first))
    try reader.save()
    #expect(try context.countFiles() == 0)
  }

  @Test func undoingADeletionRestoresTheFile() throws {
    try context.save(Scan(1, image: .random(seed: 1)))
    let editor = try store.makeReopenedContext()
    let manager = OpenSwiftData.UndoManager()
    editor.undoManager = manager
    editor.delete(try #require(try editor.scan(1)))
    try editor.save()
    #expect(try context.countFiles() == 0)
    manager.undo()
    try editor.save()
    #expect(try context.countFiles() == 1)
    #expect(try same(store.makeReopenedContext().scan(1)?.image, .random(seed: 1)))
  }

  @Test func replacedUniqueValuesDeleteTheirFiles() throws {
    try context.save(Scan(1, image: .random(seed: 1)), Scan(2, image: .random(seed: 2)))
    let other = store.makeContext()
    // The insertion becomes an update of the row with the same unique value.
    try other.save(Scan(1, image: .random(seed: 3)))
    #expect(try context.countFiles() == 2)
    #expect(try same(store.makeContext().scan(1)?.image, .random(seed: 3)))
    // The changed row replaces the row with the same unique value.
    let second = try #require(try other.scan(2))
    second.code = 1
    second.image = .random(seed: 4)
    try other.save()
    #expect(try context.countFiles() == 1)
    #expect(try same(store.makeContext().scan(1)?.image, .random(seed: 4)))
    // The same applies within one save.
    try other.save(Scan(7, image: .random(seed: 5)), Scan(7, image: .random(seed: 6)))
    #expect(try context.countFiles() == 2)
    #expect(try same(store.makeContext().scan(7)?.image, .random(seed: 6)))
  }

  @Test func filesOfAFailedSaveAreDeleted() throws {
    let scan = Scan(1, image: .random(seed: 1))
    try context.save(scan)
    try file().execute(
      """
      CREATE TRIGGER refuse BEFORE INSERT ON ZSCAN WHEN NEW.ZTITLE = 'refused'
      BEGIN SELECT RAISE(ABORT, 'refused'); END
      """)
    scan.image = .random(seed: 2)
    let refused = Scan(2, image: .random(seed: 3))
    refused.title = "refused"
    context.insert(Scan(3, image: .random(seed: 4)))
    context.insert(refused)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(try context.countFiles() == 1)
    #expect(try same(store.makeContext().scan(1)?.image, .random(seed: 1)))
    refused.title = "taken"
    try context.save()
    #expect(try context.countFiles() == 3)
    #expect(try same(store.makeReopenedContext().scan(1)?.image, .random(seed: 2)))
    #expect(try same(store.makeReopenedContext().scan(2)?.image, .random(seed: 3)))
  }

  @Test func filesStayWhenTheContextRollsBack() throws {
    let scan = Scan(1, image: .random(seed: 1))
    try context.save(scan)
    scan.image = nil
    context.insert(Scan(2, image: .random(seed: 2)))
    context.rollback()
    #expect(same(scan.image, .random(seed: 1)))
    #expect(try context.countFiles() == 1)
  }

  @Test func filesAreNotMadeForDeletedRows() throws {
    let scan = Scan(1)
    try context.save(scan)
    try file().execute("DELETE FROM ZSCAN")
    scan.image = .random()
    try context.save()
    #expect(try context.countFiles() == 0)
  }

  @Test func filesThatCannotBeMadeFailTheSave() throws {
    let support = try #require(store.url).deletingLastPathComponent()
      .appendingPathComponent(".test_SUPPORT")
    try Data().write(to: support)
    context.insert(Scan(1, image: .random()))
    let error = #expect(throws: SwiftDataError.valueCannotBeStored) { try context.save() }
    #expect(error?.description.contains(".test_SUPPORT") == true)
    #expect(context.hasChanges)
    try FileManager.default.removeItem(at: support)
    try context.save()
    #expect(try context.countFiles() == 1)
  }

  @Test func filesAreNotMadeForStoresInMemory() throws {
    let memory = try TestStore(.memory, for: Scan.self)
    try memory.makeContext().save(Scan(1, image: .random()))
    #expect(memory.container.core.stores[0].externalFiles == nil)
    #expect(try same(memory.makeContext().scan(1)?.image, .random()))
  }
}

extension ModelContext {
  fileprivate func transactionDeleting(code: Int) throws {
    try delete(model: Scan.self, where: #Predicate { $0.code == code })
    try save()
  }
}
