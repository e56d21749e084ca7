import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import SampleStores
import SwiftDataErrors
import Testing

@Suite("Templates of stores")
struct StoreTemplateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Item",
      properties: [
        .attribute(AttributeDescription(name: "title", type: .string)),
        .attribute(
          AttributeDescription(
            name: "picture", type: .binaryData, isOptional: true, storesExternally: true)),
      ])
  ])

  /// A store with a row whose picture is an external file.
  private func template() throws -> URL {
    let url = folder.url.appendingPathComponent("blank.store")
    let engine = try RecordEngine(
      StoreOptions(name: "blank", path: url.path), model: Self.model)
    var changes = RecordChanges()
    changes.insert(
      "Item", ["title": .text("one"), "picture": .data(Data(repeating: 7, count: 200_000))])
    try engine.save(changes)
    return url
  }

  private func options(_ name: String, _ template: URL) -> StoreOptions {
    StoreOptions(
      name: name, path: folder.url.appendingPathComponent("\(name).store").path, template: template)
  }

  /// All rows of a file, and its metadata without the identifier.
  private func contents(_ path: String) throws -> Set<String> {
    let connection = try SQLiteConnection(path: path, mode: .readOnly)
    var lines: Set<String> = []
    for row in try connection.rows("SELECT type, name, sql FROM sqlite_master") {
      lines.insert("\(row)")
      guard row[0] == .text("table"), let name = row[1].text,
        !(row[2].text?.contains("VIRTUAL") ?? false)
      else { continue }
      let columns = name == "Z_METADATA" ? "Z_VERSION, hex(Z_PLIST)" : "*"
      for row in try connection.rows("SELECT \(columns) FROM \(SQLDialect.sqlite.quoted(name))") {
        lines.insert("\(name): \(row)")
      }
    }
    return lines
  }

  private func identifier(_ path: String) throws -> String? {
    try SQLiteConnection(path: path, mode: .readOnly).rows("SELECT Z_UUID FROM Z_METADATA")[0][0]
      .text
  }

  @Test func newStoresGetAllButTheIdentifier() throws {
    let template = try template()
    let before = try Data(contentsOf: template)
    let (one, two) = (options("one", template), options("two", template))
    let engines = try [one, two].map { try RecordEngine($0, model: Self.model) }
    for engine in engines {
      let row = try #require(try engine.row(1, of: "Item"))
      #expect(row.values["picture"] == .data(Data(repeating: 7, count: 200_000)))
    }
    #expect(try contents(one.path) == contents(template.path))
    let identifiers = try [template.path, one.path, two.path].map(identifier)
    #expect(Set(identifiers).count == 3)
    #expect(identifiers.allSatisfy { $0.flatMap(UUID.init(uuidString:)) != nil })
    var changes = RecordChanges()
    changes.delete([1], of: "Item")
    try engines[0].save(changes)
    #expect(try engines[1].row(1, of: "Item")?.values["picture"] != nil)
    #expect(try Data(contentsOf: template) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.filter { !$0.hasPrefix(".") && $0.contains("one.store.") }.isEmpty, "\(names)")
  }

  @Test func existingStoresIgnoreTheTemplate() throws {
    let there = folder.url.appendingPathComponent("one.store")
    _ = try RecordEngine(StoreOptions(name: "one", path: there.path), model: Self.model)
    let engine = try RecordEngine(
      options("one", folder.url.appendingPathComponent("none")), model: Self.model)
    #expect(try engine.count("Item") == 0)
  }

  @Test func missingTemplatesAreReported() throws {
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try RecordEngine(options("one", folder.url.appendingPathComponent("none")), model: Self.model)
    }
    #expect(
      !FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("one.store").path))
  }

  @Test(arguments: ["ANSCKEVENT", "OPENSWIFTDATA_SYNC_STATE"])
  func synchronizedTemplatesAreRefused(_ table: String) throws {
    let template = try template()
    try SQLiteConnection(path: template.path, mode: .readWrite)
      .execute("CREATE TABLE \(table) (A INTEGER)")
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try RecordEngine(options("one", template), model: Self.model)
    }
    #expect(
      !FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("one.store").path))
  }

  @Test func newStoresMayRestrictFileAccess() throws {
    var options = options("one", try template())
    options.restrictsFileAccess = true
    _ = try RecordEngine(options, model: Self.model)
    let rights = try FileManager.default.attributesOfItem(atPath: options.path)[.posixPermissions]
    #expect(rights as? Int == 0o600)
  }

  /// A new store does not grant more rights than its template.
  @Test(arguments: [0o600, 0o640]) func newStoresGetTheTemplatesPermissions(_ rights: Int) throws {
    let template = try template()
    try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: template.path)
    let options = options("one", template)
    _ = try RecordEngine(options, model: Self.model)
    let found = try FileManager.default.attributesOfItem(atPath: options.path)[.posixPermissions]
    #expect(found as? Int == rights)
    let files = ExternalFolder(ofStoreAt: options.path)
    let name = try #require(files.contents().files.first)
    let folder = (files.path as NSString).deletingLastPathComponent
    for path in [files.path, folder] {
      let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(found as? Int == (rights == 0o600 ? 0o700 : 0o750))
    }
    #expect(FileSystem.exists(files.file(name)))
  }

  /// The unfinished file of a killed program is not another store that could own files in the
  /// folder.
  @Test(arguments: ["", "-journal", "-wal", "-shm"])
  func unfinishedStoresDoNotPreventSweeping(_ suffix: String) throws {
    let options = options("one", try template())
    _ = try RecordEngine(options, model: Self.model)
    let orphan = ExternalFolder(ofStoreAt: options.path).file(UUID())
    // Unreferenced files are swept once the store is known to have written all files.
    for path in [orphan, FileSystem.unfinishedName(options.path) + suffix] {
      try Data([1]).write(to: URL(fileURLWithPath: path))
    }
    let row = try RecordEngine(options, model: Self.model).row(1, of: "Item")
    #expect(!FileSystem.exists(orphan))
    #expect(row?.values["picture"] == .data(Data(repeating: 7, count: 200_000)))
  }

  /// On another disk files are copied instead of linked.
  @Test(.enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm")))
  func linkedFilesAreNotCopied() throws {
    let template = try template()
    let files = ExternalFolder(ofStoreAt: template.path)
    let file = files.file(try #require(files.contents().files.first))
    let secret = folder.url.appendingPathComponent("secret").path
    try FileManager.default.moveItem(atPath: file, toPath: secret)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: secret)
    let place = URL(fileURLWithPath: "/dev/shm/\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let path = place.appendingPathComponent("one.store").path
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try RecordEngine(
        StoreOptions(name: "one", path: path, template: template), model: Self.model)
    }
    #expect(!FileSystem.exists(path))
    #expect(ExternalFolder(ofStoreAt: path).contents().files == [])
  }

  @Test func concurrentOpenersGetOneStore() async throws {
    let options = options("one", try template())
    let identifiers = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 {
        group.addTask { try RecordEngine(options, model: Self.model).identifier }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(identifiers.count == 1)
  }

  @Test(
    .enabled(if: SampleStores.isPresent, SampleStores.reason), arguments: SampleStores.files)
  func applesFilesMayBeTemplates(_ name: String) throws {
    let template = try SampleStores.copy(name, to: folder.url)
    let location = StoreLocation(options("one", template))
    try location.prepare(writable: true)
    #expect(try contents(location.path) == contents(template.path))
    #expect(try identifier(location.path) != identifier(template.path))
    let reader = try StoreReader(URL(fileURLWithPath: location.path))
    #expect(reader.metadata.versionHashes == (try StoreReader(template)).metadata.versionHashes)
  }
}
