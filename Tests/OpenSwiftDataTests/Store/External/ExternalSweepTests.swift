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

  /// Puts a file beside the values of a store, as a program that died would leave it.
  private func leave(_ name: String, in context: ModelContext) throws -> String {
    let path = try context.files.folder.path + "/" + name
    try Data([1]).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func removesWhatKilledWritersLeft() throws {
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

  @Test func waitsForAnotherOpeningWhereSomebodyWrites() throws {
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

  @Test func doesNothingForReaders() throws {
    let context = try open(url)
    try context.save(Scan(1, image: .random()))
    let orphan = try leave(UUID().uuidString, in: context)
    let reader = try open(url, allowsSave: false)
    #expect(try same(reader.scan(1)?.image, .random()))
    #expect(FileManager.default.fileExists(atPath: orphan))
  }

  @Test(arguments: ["b.store", "a.sqlite", "A.db"])
  func leavesOtherStoresAlone(_ name: String) throws {
    let (first, second) = (try open(url), try open(folder.file(name)))
    try first.save(Scan(1, image: .random(seed: 1)))
    try second.save(Scan(1, image: .random(seed: 2)))
    for _ in 0..<2 {
      #expect(try same(open(url).scan(1)?.image, .random(seed: 1)))
      #expect(try same(open(folder.file(name)).scan(1)?.image, .random(seed: 2)))
    }
  }

  @Test func findsTheFilesOfALinkedStore() throws {
    try open(url).save(Scan(1, image: .random(seed: 1)))
    let link = folder.file("link.store")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    let linked = try open(link)
    #expect(try same(linked.scan(1)?.image, .random(seed: 1)))
    try linked.save(Scan(2, image: .random(seed: 2)))
    #expect(try same(open(url).scan(2)?.image, .random(seed: 2)))
  }

  @Test func needsNoFolder() throws {
    let context = try open(url)
    try context.save(Scan(1, image: Data([1])))
    #expect(try !FileManager.default.fileExists(atPath: context.files.folder.path))
    _ = try open(url)
    #expect(try !FileManager.default.fileExists(atPath: context.files.folder.path))
  }
}
