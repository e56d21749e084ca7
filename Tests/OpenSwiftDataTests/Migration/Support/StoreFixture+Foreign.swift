import ArchivedModel
import CoreDataFormat
import DataSchema
import Foundation
import ModelArchives
import OpenSwiftData
import SQLCore
import SampleStores
import Testing

extension StoreFixture {
  /// Makes the file look as if Apple's frameworks had written it.
  ///
  /// It describes its models only by hashes and an archive.
  ///
  /// - Parameter modelCache: The archive of the models; nil to omit it.
  /// - Throws: Errors of reading and writing the file.
  func makeForeign(
    _ modelCache: (ModelDescription) -> Data? = { ModelArchive.modelCache(of: $0) }
  ) throws {
    let model = try #require(try metadata().schema)
    try change { $0.schema = nil }
    try setModelCache(modelCache(model))
  }

  /// Adds some of the tables that Apple's frameworks create when they mirror a store to CloudKit.
  func makeMirrored() throws {
    let connection = try connect()
    for text in [
      "CREATE TABLE ANSCKMETADATAENTRY ( Z_PK INTEGER PRIMARY KEY, ZKEY VARCHAR )",
      "CREATE TABLE ANSCKRECORDMETADATA ( Z_PK INTEGER PRIMARY KEY, ZENTITYID INTEGER, "
        + "ZENTITYPK INTEGER, ZNEEDSUPLOAD INTEGER )",
      "INSERT INTO ANSCKRECORDMETADATA VALUES (1, 1, 1, 0)",
    ] {
      try connection.run(text)
    }
  }

  /// Opens the store with a modified configuration.
  func open(
    _ schema: Schema, configured change: (inout ModelConfiguration) -> Void
  ) throws -> ModelContext {
    var configuration = ModelConfiguration(url: url)
    change(&configuration)
    return ModelContext(try ModelContainer(for: schema, configurations: configuration))
  }

  func setModelCache(_ content: Data?) throws {
    let connection = try connect()
    try connection.run("DELETE FROM Z_MODELCACHE")
    guard let content else { return }
    try connection.run("INSERT INTO Z_MODELCACHE VALUES (?)", [.blob(content)])
  }

  /// The archived model that Apple's frameworks read.
  func archivedModel() throws -> ModelDescription {
    let rows = try connect().rows("SELECT Z_CONTENT FROM Z_MODELCACHE")
    #expect(rows.count == 1)
    guard case .blob(let content)? = rows.first?.first else {
      throw SwiftDataError.storeCannotBeOpened
    }
    return try ArchivedModel(modelCache: content).model
  }

  /// Copies a file that Apple's frameworks wrote.
  convenience init(sample name: String) throws {
    try self.init()
    let source = URL(fileURLWithPath: SampleStores.folder ?? "").appendingPathComponent(name)
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: source.path + suffix) {
      try FileManager.default.copyItem(atPath: source.path + suffix, toPath: url.path + suffix)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: url.path + suffix)
    }
  }
}
