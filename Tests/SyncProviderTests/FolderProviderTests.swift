import FolderSync
import Foundation
import SyncPort
import Testing

/// Requirements on folders beyond those on all providers.
@Suite("Folders of records")
struct FolderProviderTests: ~Copyable {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("FolderProviderTests-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ provider: FolderProvider, _ name: String) async throws -> String {
    let results = try await provider.write([.save(SyncRecord(name: name, kind: "K"))])
    guard case .saved(let tag)? = results.first else { throw SyncError(.badAnswer, "\(results)") }
    return tag
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent("records").path
    ).sorted()
  }

  private func put(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(path))
  }

  @Test func eachRecordHasOneFile() async throws {
    let provider = FolderProvider(folder)
    let tag = try await write(provider, "a")
    _ = try await write(provider, "b")
    #expect(try files() == ["1.a.saved", "2.b.saved"])
    _ = try await provider.write([.delete(name: "a", tag: tag)])
    #expect(try files() == ["2.b.saved", "3.a.deleted"])
  }

  @Test func cursorsBeforeForgottenDeletionsExpire() async throws {
    let provider = FolderProvider(folder, deletionLimit: 4)
    let before = try await provider.changes(since: nil, limit: 10).cursor
    _ = try await write(provider, "stays")
    for number in 0..<5 {
      let tag = try await write(provider, "r\(number)")
      _ = try await provider.write([.delete(name: "r\(number)", tag: tag)])
    }
    #expect(try files() == ["1.stays.saved", "11.r4.deleted", "9.r3.deleted"])
    let error = await #expect(throws: SyncError.self) {
      try await provider.changes(since: before, limit: 10)
    }
    #expect(error?.kind == .cursorExpired)
    // A full fetch in pages ends, although its cursors are older than the forgotten deletions.
    _ = try await write(provider, "new")
    var (names, cursor) = ([String](), String?.none)
    for _ in 0..<10 {
      let page = try await provider.changes(since: cursor, limit: 1)
      names += page.changes.map(\.name)
      cursor = page.cursor
      if !page.hasMore { break }
    }
    #expect(names == ["stays", "r3", "r4", "new"])
  }

  @Test func filesLeftByAnEndedProgramAreRemoved() async throws {
    let provider = FolderProvider(folder)
    let tag = try await write(provider, "a")
    let old = try Data(contentsOf: folder.appendingPathComponent("records/1.a.saved"))
    _ = try await provider.write([.delete(name: "a", tag: tag)])
    try old.write(to: folder.appendingPathComponent("records/1.a.saved"))
    #expect(
      try await provider.changes(since: nil, limit: 10).changes == [.deleted(name: "a")])
    #expect(try files() == ["2.a.deleted"])
  }

  @Test func foreignFilesAreIgnored() async throws {
    let provider = FolderProvider(folder)
    _ = try await write(provider, "a")
    let names = [
      ".DS_Store", "x", "01.b.saved", "-1.b.saved", "0.b.saved", "3.b.other", "4.b.saved.tmp",
      "5.a b.saved", "99999999999999999999.b.saved", "9223372036854775807.b.saved", "6..saved",
    ]
    for name in names { try put("x", "records/\(name)") }
    #expect(try await provider.changes(since: nil, limit: 10).changes.map(\.name) == ["a"])
    #expect(try await write(provider, "b") == "2")
  }

  /// A damaged record does not prevent reading the others, and is not overwritten.
  @Test func damagedRecordsAreReported() async throws {
    let provider = FolderProvider(folder)
    _ = try await write(provider, "a")
    for text in ["", "nonsense", "\u{1}\u{1}a\u{1}K"] {
      try put(text, "records/7.b.saved")
      let changes = try await provider.changes(since: nil, limit: 10).changes
      guard case .unreadable(let record)? = changes.last else {
        throw SyncError(.badAnswer, "\(changes)")
      }
      #expect(changes.map(\.name) == ["a", "b"])
      #expect(record.reason.kind == .badAnswer)
      #expect(record.reason.record == "b")
      let results = try await provider.write([.save(SyncRecord(name: "b", kind: "K"))])
      guard case .refused? = results.first else { throw SyncError(.badAnswer, "\(results)") }
    }
  }

  @Test func aDamagedPlaceIsReported() async throws {
    let provider = FolderProvider(folder)
    _ = try await write(provider, "a")
    for text in ["", "nonsense", "\u{1}\u{1}a\u{1}K"] {
      try put(text, "place")
      let error = await #expect(throws: SyncError.self) {
        try await provider.changes(since: nil, limit: 10)
      }
      #expect(error?.kind == .badAnswer)
    }
  }

  @Test func linksAreNotFollowed() async throws {
    let provider = FolderProvider(folder)
    _ = try await write(provider, "a")
    let secret = folder.appendingPathComponent("secret")
    try put("secret", "secret")
    for path in ["records/3.c.saved", "pieces/p"] {
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent(path), withDestinationURL: secret)
    }
    let changes = try await provider.changes(since: nil, limit: 10).changes
    guard case .unreadable? = changes.last else { throw SyncError(.badAnswer, "\(changes)") }
    await #expect(throws: SyncError.self) { try await provider.piece(named: "p") }
    #expect(try await provider.piece(named: "../secret") == nil)
    await #expect(throws: SyncError.self) {
      try await provider.store(piece: Data(), named: "../other")
    }
    let results = try await provider.write([.save(SyncRecord(name: "../x", kind: "K"))])
    guard case .refused? = results.first else { throw SyncError(.badAnswer, "\(results)") }
  }

  /// The folders and the lock may be links, too.
  @Test(arguments: ["records", "pieces", "lock", "place"])
  func nothingIsWrittenThroughLinks(_ name: String) async throws {
    let provider = FolderProvider(folder)
    _ = try await write(provider, "a")
    _ = try await provider.account()
    let other = FileManager.default.temporaryDirectory
      .appendingPathComponent("FolderProviderTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: other) }
    let path = folder.appendingPathComponent(name)
    let isFolder = ["records", "pieces"].contains(name)
    try FileManager.default.removeItem(at: path)
    try FileManager.default.createSymbolicLink(
      at: path, withDestinationURL: isFolder ? other : other.appendingPathComponent("new"))
    let error = await #expect(throws: SyncError.self) {
      try await provider.store(piece: Data([1]), named: "p")
      _ = try await write(provider, "b")
      _ = try await provider.account()
    }
    #expect(error.map { "\($0)" }?.contains(name) == true, "\(String(describing: error))")
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == [])
  }

  @Test func aFolderThatCannotBeUsedIsReported() async throws {
    try Data().write(to: folder)
    let provider = FolderProvider(folder)
    let error = await #expect(throws: SyncError.self) { try await provider.account() }
    #expect(error?.kind == .offline)
    let message = try #require(error?.message)
    #expect(message.hasPrefix("The folder \(folder.path) cannot be read or written. "))
    for word in ["Error Domain", "CocoaError", "SwiftDataError"] {
      #expect(!message.contains(word), "\(message)")
    }
  }

  @Test func invalidNamesAreRefusedWithAReason() async throws {
    let provider = FolderProvider(folder)
    let results = try await provider.write([.save(SyncRecord(name: "../x", kind: "K"))])
    guard case .refused(let error)? = results.first else {
      throw SyncError(.badAnswer, "\(results)")
    }
    #expect(error.message == "The record cannot be stored: “../x” is not a valid file name.")
    #expect(error.advice == "Use up to 64 letters, digits, hyphens and underscores.")
    #expect(error.record == "../x")
  }
}
