import CoreDataFormat
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import Testing

@testable import OpenSwiftData

@Suite("Sweeping of files that no row names")
struct ExternalSweepTests {
  private let folder: TestFolder
  private let url: URL

  init() throws {
    folder = try TestFolder()
    url = folder.file("a.store")
  }

  private func open(_ url: URL, allowsSave: Bool = true) throws -> ModelContext {
    let configuration = ModelConfiguration(url: url, allowsSave: allowsSave)
    return ModelContext(try ModelContainer(for: Scan.self, configurations: configuration))
  }

  /// Writes a file into the store's folder of external values, as a killed program would leave it.
  private func leave(_ name: String, in context: ModelContext) throws -> String {
    let path = try context.files.folder.path + "/" + name
    try Data([1]).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func filesOfKilledWritersAreRemoved() throws {
    let context = try open(url)
    try context.save(Scan(1, image: .random()))
    let orphan = try leave(UUID().uuidString, in: context)
    let unfinished = try leave(UUID().uuidString + ".unfinished", in: context)
    let foreign = try leave("notes.txt", in: context)
    let reopened = try open(url)
    #expect(!FileManager.default.fileExists(atPath: orphan))
    #expect(!FileManager.default.fileExists(atPath: unfinished))
    #expect(FileManager.default.fileExists(atPath: foreign))
    #expect(try reopened.countFiles() == 1)
    #expect(try same(reopened.scan(1)?.image, .random()))
  }

  @Test func theSweepIsPostponedWhileAnotherWrites() throws {
    let context = try open(url)
    try context.save(Scan(1, image: .random()))
    let orphan = try leave(UUID().uuidString, in: context)
    let writer = try SQLiteConnection(path: url.path, mode: .readWrite)
    try writer.execute("BEGIN IMMEDIATE")
    _ = try open(url)
    #expect(FileManager.default.fileExists(atPath: orphan))
    try writer.execute("ROLLBACK")
    _ = try open(url)
    #expect(!FileManager.default.fileExists(atPath: orphan))
  }

  @Test func readersDoNotSweep() throws {
    let context = try open(url)
    try context.save(Scan(1, image: .random()))
    let orphan = try leave(UUID().uuidString, in: context)
    let reader = try open(url, allowsSave: false)
    #expect(try same(reader.scan(1)?.image, .random()))
    #expect(FileManager.default.fileExists(atPath: orphan))
  }

  @Test(arguments: ["b.store", "a.sqlite", "A.db"])
  func filesOfOtherStoresAreKept(_ name: String) throws {
    let (first, second) = (try open(url), try open(folder.file(name)))
    try first.save(Scan(1, image: .random(seed: 1)))
    try second.save(Scan(1, image: .random(seed: 2)))
    for _ in 0..<2 {
      #expect(try same(open(url).scan(1)?.image, .random(seed: 1)))
      #expect(try same(open(folder.file(name)).scan(1)?.image, .random(seed: 2)))
    }
  }

  @Test func theFilesOfALinkedStoreAreFound() throws {
    try open(url).save(Scan(1, image: .random(seed: 1)))
    let link = folder.file("link.store")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    let linked = try open(link)
    #expect(try same(linked.scan(1)?.image, .random(seed: 1)))
    try linked.save(Scan(2, image: .random(seed: 2)))
    #expect(try same(open(url).scan(2)?.image, .random(seed: 2)))
  }

  /// Moves the files of a store, as a user would to keep a copy.
  private func move(_ url: URL, to other: URL) throws {
    for suffix in ["", "-wal", "-shm"] {
      let path = url.path + suffix
      guard FileManager.default.fileExists(atPath: path) else { continue }
      try FileManager.default.moveItem(atPath: path, toPath: other.path + suffix)
    }
  }

  /// A moved store leaves its folder of external values behind.
  ///
  /// The next store with its old name shares that folder.
  @Test(arguments: ["a.store.bak", "a.store-old", "kept/a.store", "kept/b.store"], [0, 1, 2])
  func filesOfAStorePutAsideAreKept(_ name: String, _ openings: Int) throws {
    try open(url).save(Scan(1, image: .random(seed: 1)))
    let aside = folder.file(name)
    try FileManager.default.createDirectory(
      at: aside.deletingLastPathComponent(), withIntermediateDirectories: true)
    try move(url, to: aside)
    for opening in 0..<openings {
      try open(url).save(Scan(opening, image: .random(seed: UInt64(10 + opening))))
    }
    _ = try open(url)
    let next = folder.file("kept/next.store")
    try FileManager.default.createDirectory(
      at: next.deletingLastPathComponent(), withIntermediateDirectories: true)
    try move(url, to: next)
    try move(aside, to: url)
    #expect(try same(open(url).scan(1)?.image, .random(seed: 1)))
    try move(url, to: aside)
    try move(next, to: url)
    for opening in 0..<openings {
      #expect(try same(open(url).scan(opening)?.image, .random(seed: UInt64(10 + opening))))
    }
  }

  /// A folder without a list of owners, as Apple's frameworks leave it, is swept only if all its
  /// files
  /// belong to the store.
  @Test(arguments: [false, true])
  func foldersWithoutForeignFilesAreClaimed(_ hasOthers: Bool) throws {
    let context = try open(url)
    try context.save(Scan(1, image: .random()))
    let support = URL(fileURLWithPath: try context.files.folder.path).deletingLastPathComponent()
    try FileManager.default.removeItem(at: support.appendingPathComponent("openswiftdata-owners"))
    let first = try hasOthers ? leave(UUID().uuidString, in: context) : nil
    try open(url).save(Scan(2, image: .random(seed: 2)))
    let second = try leave(UUID().uuidString, in: context)
    _ = try open(url)
    #expect(first.map(FileManager.default.fileExists) ?? true)
    #expect(FileManager.default.fileExists(atPath: second) == hasOthers)
  }

  /// The folder is a symbolic link to the folder of another store.
  @Test(arguments: [0, 1])
  func linkedFoldersAreNotFollowed(_ depth: Int) throws {
    let victim = try open(url)
    try victim.save(Scan(1, image: .random(seed: 1)), Scan(2, image: .random(seed: 2)))
    let other = folder.file("b.store")
    let context = try open(other)
    try context.save(Scan(1, image: .random(seed: 3)))
    var place = URL(fileURLWithPath: try context.files.folder.path)
    var target = URL(fileURLWithPath: try victim.files.folder.path)
    if depth == 1 {
      place.deleteLastPathComponent()
      target.deleteLastPathComponent()
    }
    // The malicious store references a file of the other store.
    let name = try #require(victim.files.folder.contents().files.first)
    let connection = try SQLiteConnection(path: other.path, mode: .readWrite)
    try connection.run("UPDATE ZSCAN SET ZIMAGE = ?", [ExternalData.file(name).storedValue])
    try FileManager.default.removeItem(at: place)
    try FileManager.default.createSymbolicLink(at: place, withDestinationURL: target)
    let hostile = try open(other)
    let scan = try #require(try hostile.scan(1))
    let error = #expect(throws: SwiftDataError.valueCannotBeRead) {
      try hostile.files.read(name)
    }
    #expect("\(error, default: "")".contains("link"))
    let written = #expect(throws: SwiftDataError.self) {
      try hostile.save(Scan(2, image: .random(seed: 4)))
    }
    #expect("\(written, default: "")".contains("link"))
    hostile.rollback()
    hostile.delete(scan)
    try hostile.save()
    _ = try open(other)
    #expect(try open(url).countFiles() == 2)
  }

  /// The file is a symbolic link to a file outside the folder.
  @Test func linkedFilesAreNotRead() throws {
    let context = try open(url)
    try context.save(Scan(1, image: .random()))
    let name = try #require(context.files.folder.contents().files.first)
    let file = try context.files.folder.file(name)
    let secret = folder.file("secret")
    try Data("secret".utf8).write(to: secret)
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: secret.path)
    #expect(throws: SwiftDataError.valueCannotBeRead) { try open(url).files.read(name) }
    let reopened = try open(url)
    try reopened.delete(model: Scan.self)
    try reopened.save()
    #expect(FileManager.default.fileExists(atPath: secret.path))
  }

  @Test func openingMakesNoFolder() throws {
    let context = try open(url)
    try context.save(Scan(1, image: Data([1])))
    #expect(try !FileManager.default.fileExists(atPath: context.files.folder.path))
    _ = try open(url)
    #expect(try !FileManager.default.fileExists(atPath: context.files.folder.path))
  }
}
