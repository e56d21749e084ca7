import CoreDataFormat
import Foundation
import RandomTesting
import SampleStores
import StoreTool
import Testing

@testable import ArchivedModel

/// Damaged or hand-made stores: each command succeeds, or reports the problem and what to do.
@Suite("Hostile stores")
struct HostileStoreTests {
  /// The part of the store that is damaged.
  enum Part: String, CaseIterable, Sendable {
    /// The bytes of the file.
    case pages
    /// The values of rows.
    case rows
    /// The schema of the database.
    case tables
    /// The property list with the store's metadata.
    case metadata
    /// The archive of the model.
    case archive
    /// The model itself, in a consistent form.
    case model
    /// The files that are imported.
    case imports
  }

  /// The number of damaged stores of each part and form in a full run; a factor of 5 makes ten
  /// thousand for each part.
  private static let count = 700

  @Test(arguments: Part.allCases, HostileStore.Form.allCases)
  func hostileStoresAreReadOrRefused(_ part: Part, _ form: HostileStore.Form) throws {
    let store = try HostileStore(form)
    let before = PeakMemory.byteCount
    for number in 0..<TestRun.count(Self.count) {
      var generator = SeededGenerator(
        seed: TestRun.seed(UInt64(number) << 8 | UInt64(part.rawValue.utf8.count)))
      let path = try store.copy()
      let complaints = try Self.complaints(part, path, store, &generator)
      #expect(complaints == [], "\(part) of \(form), \(number) \(TestRun.comment)")
    }
    if let before, let after = PeakMemory.byteCount {
      #expect(after - before < PeakMemory.growthLimit)
    }
  }

  private static func complaints(
    _ part: Part, _ path: String, _ store: HostileStore, _ generator: inout SeededGenerator
  ) throws -> [String] {
    guard part != .imports else { return try importComplaints(path, store, &generator) }
    if part == .pages {
      let url = URL(fileURLWithPath: path)
      try damagedPages(Data(contentsOf: url), &generator).write(to: url)
    } else {
      let database = try TestDatabase(path: path)
      try database.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
      try damage(part, database, store.form, &generator)
    }
    return HostileUse(store, path).complaints(&generator)
  }

  private static func damage(
    _ part: Part, _ database: TestDatabase, _ form: HostileStore.Form,
    _ generator: inout SeededGenerator
  ) throws {
    switch part {
    case .pages, .imports: break
    case .rows: try HostileRows.damage(database, &generator)
    case .tables: try HostileTables.damage(database, &generator)
    case .model: try HostileModels.damage(database, form, &generator)
    case .metadata:
      let list = try database.blob("SELECT Z_PLIST FROM Z_METADATA") ?? Data()
      try HostileStore.set("Z_METADATA", "Z_PLIST", to: damagedList(list, &generator), in: database)
    case .archive: try damageArchive(database, form, &generator)
    }
  }

  private static func damagedList(_ list: Data, _ generator: inout SeededGenerator) -> Data {
    Bool.random(using: &generator)
      ? DamagedBytes.of(list, using: &generator)
      : DamagedBytes.exchangingObjects(of: list, using: &generator)
  }

  /// Damages the archive, and makes the metadata consistent with it if it still contains a model.
  private static func damageArchive(
    _ database: TestDatabase, _ form: HostileStore.Form, _ generator: inout SeededGenerator
  ) throws {
    guard let whole = ArchivedModel.archive(of: HostileStore.model) else { return }
    let archive = damagedList(whole, &generator)
    var cache = RawDeflate.deflated(archive) ?? Data()
    if Int.random(in: 0..<8, using: &generator) == 0 {
      cache = DamagedBytes.of(cache, using: &generator)
    }
    try HostileStore.set("Z_MODELCACHE", "Z_CONTENT", to: cache, in: database)
    guard let model = try? ArchivedModel(archive: archive).model else { return }
    try HostileStore.setMetadata(model, isOwn: form == .own, in: database)
  }

  private static func damagedPages(_ bytes: Data, _ generator: inout SeededGenerator) -> Data {
    guard Bool.random(using: &generator) else { return DamagedBytes.of(bytes, using: &generator) }
    // The start of the file contains the schema and the metadata.
    let start = DamagedBytes.of(bytes.prefix(16_384), using: &generator)
    return start.prefix(16_384) + bytes.dropFirst(start.count)
  }

  private static func importComplaints(
    _ path: String, _ store: HostileStore, _ generator: inout SeededGenerator
  ) throws -> [String] {
    let rows = store.exports.randomElement(using: &generator) ?? ""
    let folder = store.folder.path("rows")
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.copyItem(atPath: rows, toPath: folder)
    for _ in 0..<Int.random(in: 1...2, using: &generator) {
      try HostileImports.damage(folder, &generator)
    }
    return [["import", path, folder]].compactMap(HostileUse.complaint)
  }
}
