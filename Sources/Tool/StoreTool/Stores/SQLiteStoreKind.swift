import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore

/// SQLite files in Core Data's layout, written by SwiftData, Core Data or this library.
package struct SQLiteStoreKind: StoreKind {
  package var name: String { "a file in Core Data's layout" }

  /// The model of stores that do not contain theirs; nil to take it from each store.
  private let model: GivenModel?

  package init() { model = nil }

  package init(model: GivenModel) { self.model = model }

  /// Accepts every path; places of other kinds, such as addresses, look different.
  package func recognizes(_ place: String) -> Bool { !place.contains("://") }

  package func open(_ place: String) throws -> any ToolStore {
    try SQLiteStoreFile(Self.file(place), model)
  }

  package func openForSalvage(_ place: String) throws -> any ToolStore {
    try SQLiteStoreFile(Self.file(place), model, salvages: true)
  }

  package func openForWriting(_ place: String) throws -> RecordEngine {
    let path = try Self.file(place)
    let reader = try StoreReader(URL(fileURLWithPath: path))
    try reader.checkTriggers()
    if let model {
      // The engine also checks that the version hashes match.
      let found = try model.found(for: reader)
      return try RecordEngine(StoreOptions(name: path, path: path), model: found.model)
    }
    // A model derived from the tables is good enough for reading, but not for writing.
    _ = try reader.storedModel()
    return try RecordEngine(StoreOptions(name: path, path: path))
  }

  package func repair(_ place: String, backup: String?) throws -> String {
    try SQLiteStoreRepair(Self.file(place), backup: backup.map(Self.path)).run()
  }

  package func copy(_ place: String, to target: String) throws -> MadeCopy {
    let copy = SQLiteStoreCopy(try Self.file(place), to: Self.path(target))
    try copy.run(withFiles: true)
    return MadeCopy { copy.delete() }
  }

  package func migrate(
    _ place: String, to model: ModelDescription, _ mode: MigrationMode, dropsRows: Bool,
    progress: @escaping (Int, Int) -> Void
  ) throws -> MigrationSummary {
    try SQLiteStoreMigration(Self.file(place), to: model, dropsRows: dropsRows, progress: progress)
      .run(mode)
  }

  /// The path of an existing file.
  private static func file(_ place: String) throws -> String {
    let path = path(place)
    guard FileManager.default.fileExists(atPath: path) else {
      throw ToolError(.cannotOpen, "There is no file at \(path).", advice: "Check the path.")
    }
    return path
  }

  private static func path(_ place: String) -> String { (place as NSString).expandingTildeInPath }
}

/// A SQLite file that is open for reading.
final class SQLiteStoreFile: ToolStore {
  let place: String
  let engine: RecordEngine
  let origin: ModelOrigin
  let reader: StoreReader
  let tables: StoreTables
  let losses: [String]
  var permissions: FileSystem.Permissions? { FileSystem.permissions(of: place) }
  private let view: SQLiteStoreView

  /// - Parameters:
  ///   - path: The file.
  ///   - model: The model; nil to take it from the file.
  ///   - salvages: Whether to skip tables and columns that the file lacks.
  /// - Throws: Errors of opening the file.
  init(_ path: String, _ model: GivenModel? = nil, salvages: Bool = false) throws {
    place = path
    view = try SQLiteStoreView(path)
    // A file without metadata is opened too, so that its remaining contents can be inspected.
    reader = try StoreReader(URL(fileURLWithPath: view.path), needsMetadata: false)
    var found = try model?.found(for: reader) ?? FileModel(reader)
    losses = salvages ? found.leaveOutMissing().map { "The file lacks \($0.text)." } : []
    origin = found.origin
    tables = found.tables
    engine = try RecordEngine(reader, found)
  }

  func facts() throws -> StoreFacts {
    let metadata = reader.metadata
    var facts = StoreFacts()
    facts.add(.init("Store", "store", place))
    addSizes(to: &facts)
    facts.add(.init("Identifier", "identifier", metadata.storeUUID))
    let versions = metadata.versionIdentifiers
    facts.add(
      .init(
        "Version", "versionIdentifiers", .strings(versions),
        versions.filter { !$0.isEmpty }.isEmpty ? "none" : versions.joined(separator: ", ")))
    if let build = metadata.frameworkVersion { add(build, metadata, to: &facts) }
    if let checksum = metadata.versionChecksum {
      facts.add(.init("Model checksum", "versionChecksum", checksum))
    }
    facts.add(.init("Model", "model", .string(origin.name), origin.title))
    if !metadata.other.isEmpty {
      let keys = metadata.other.keys.sorted()
      facts.add(
        .init("Further metadata", "otherMetadata", .strings(keys), keys.joined(separator: ", ")))
    }
    try addDatabase(to: &facts)
    return facts
  }

  private func add(_ build: Int64, _ metadata: StoreMetadata, to facts: inout StoreFacts) {
    let greatest = metadata.maximumFrameworkVersion
    facts.add(
      .init(
        "Framework", "frameworkVersion", .integer(build),
        greatest.map { $0 == build ? "\(build)" : "\(build), at most \($0)" } ?? "\(build)"))
    if let greatest {
      facts.add(.init("Greatest framework", "maximumFrameworkVersion", .integer(greatest), nil))
    }
  }

  private func addSizes(to facts: inout StoreFacts) {
    func size(_ path: String) -> Int64 {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }
    let main = size(place)
    let log = size(place + "-wal")
    facts.add(
      .init(
        "Size", "size", .integer(main),
        Self.bytes(main) + (log > 0 ? ", and \(Self.bytes(log)) in the log" : "")))
    if log > 0 { facts.add(.init("Log", "logSize", .integer(log), nil)) }
    let folder = ExternalFolder(ofStoreAt: place)
    let files = folder.contents().files
    guard !files.isEmpty else { return }
    let total = files.reduce(Int64(0)) { $0 + size(folder.file($1)) }
    facts.add(
      .init(
        "Files beside it", "externalFiles", .count(files.count),
        "\(files.count), \(Self.bytes(total))"))
  }

  /// A number of bytes with a readable unit.
  static func bytes(_ count: Int64) -> String {
    let units = ["bytes", "KB", "MB", "GB", "TB"]
    var (size, unit) = (Double(count), 0)
    while size >= 1024, unit < units.count - 1 { (size, unit) = (size / 1024, unit + 1) }
    guard unit > 0 else { return "\(count) bytes" }
    return "\((size * 10).rounded() / 10) \(units[unit])"
  }

  private func addDatabase(to facts: inout StoreFacts) throws {
    let rows = try engine.reading { connection in
      try connection.rows(
        "SELECT UPPER(name) FROM sqlite_master WHERE type = 'table' AND name LIKE 'ANSCK%'")
    }
    if !rows.isEmpty {
      facts.add(.init("CloudKit", "isMirrored", .bool(true), "mirrored by Apple's frameworks"))
    }
    let result = try engine.reading { try $0.rows("PRAGMA quick_check(5)") }
    facts.complaints = result.compactMap { $0.first?.text }.filter { $0 != "ok" }
    guard case .schema(let schema) = tables else { return }
    facts.complaints += schema.missingColumns(for: model).map { "The file lacks \($0.text)." }
    let model = model
    // Contradictions in the schema are reported by `check`.
    let missing = try engine.reading { connection in
      do {
        return try schema.missingUniqueIndexes(for: model, on: connection)
      } catch is LayoutError {
        return []
      }
    }
    facts.complaints += missing.map {
      "The unique index of \($0.entity).\($0.properties.joined(separator: ", ")) is missing."
    }
  }
}

extension ModelOrigin {
  /// The name in JSON.
  var name: String {
    switch self {
    case .own: "own"
    case .archived: "archived"
    case .given: "given"
    case .derived: "derived"
    }
  }

  /// The name in text output.
  var title: String {
    switch self {
    case .own: "written into the file by OpenSwiftData"
    case .archived: "archived in the file by Apple's frameworks"
    case .given(let name): "given: \(name)"
    case .derived(let origin): "derived from the tables, because \(origin.problem)"
    }
  }
}
