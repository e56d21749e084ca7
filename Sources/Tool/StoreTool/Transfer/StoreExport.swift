import Foundation
import RecordStore
import SwiftDataErrors

/// Exports the rows of a store to a folder: a file for each entity, and a file for each large
/// value.
///
/// Rows are written as they are read, so that memory does not grow with the store.
struct StoreExport {
  /// The result of an export.
  struct Outcome {
    /// The number of rows written for each entity.
    var counts: [(entity: String, count: Int)] = []
    /// The number of rows whose files cannot be read; the values of these files were omitted.
    var rowsWithoutFiles = 0
    /// What could not be read of a damaged store, as sentences.
    var losses: [String] = []
    /// The number of large values written to files.
    var fileCount = 0
  }

  enum Format: String, CaseIterable {
    case jsonl, csv
  }

  private let store: any ToolStore
  private let target: URL
  private let replaces: Bool
  private let format: Format
  /// The size in bytes above which values are written to files.
  private static let inlineLimit = 1_024
  /// The number of rows in memory at once.
  private static let partSize = 200

  /// Whether to skip what cannot be read, and write the rest.
  private let salvages: Bool

  /// - Parameters:
  ///   - store: The store.
  ///   - folder: The folder for the rows; it gets its name when everything is written.
  ///   - format: The format of the rows.
  ///   - replaces: Whether to replace an existing export.
  ///   - salvages: Whether to skip what cannot be read, and write the rest.
  init(
    _ store: any ToolStore, to folder: URL, as format: Format, replaces: Bool = false,
    salvages: Bool = false
  ) {
    (self.store, target, self.format, self.replaces) = (store, folder, format, replaces)
    self.salvages = salvages
  }

  /// Writes all rows of some entities.
  ///
  /// - Parameters:
  ///   - names: The entities.
  ///   - progress: Called with the number of rows written and the total.
  /// - Returns: The result.
  /// - Throws: `ToolError` for a folder that is in use and files that cannot be written, and errors
  ///   of the store; nothing is left behind then.
  func run(
    _ names: [String], progress: (Int, Int) -> Void
  ) throws -> Outcome {
    let folder = try ExportFolder(target, replaces: replaces, store.permissions)
    do {
      let outcome = try write(names, folder.url, progress: progress)
      try folder.finish()
      return outcome
    } catch {
      folder.discard()
      throw error
    }
  }

  private func write(
    _ names: [String], _ folder: URL, progress: (Int, Int) -> Void
  ) throws -> Outcome {
    let total = try names.reduce(0) { try $0 + count($1) }
    var outcome = Outcome()
    var written = 0
    for name in names {
      let before = written
      try export(name, folder, &outcome) {
        written += 1
        progress(written, total)
      }
      outcome.counts.append((name, written - before))
    }
    let manifest = ExportManifest(
      store, ending: format.rawValue, outcome.counts, files: outcome.fileCount)
    let file = try ExportFile(
      folder.appendingPathComponent(ExportManifest.fileName), store.permissions)
    try file.write(manifest.text)
    try file.finish()
    return outcome
  }

  private func count(_ name: String) throws -> Int {
    guard salvages else { return try store.engine.ownCount(name) }
    return (try? store.engine.ownCount(name)) ?? 0
  }

  /// A row with its external values; without them if their files are missing.
  ///
  /// Reads one row at a time, because the files of many rows may not fit in memory.
  private func whole(
    _ row: Record, _ entity: RecordEntity, _ outcome: inout Outcome
  ) throws -> Record {
    guard entity.properties.contains(where: \.storesExternally) else { return row }
    do {
      return try store.engine.row(row.key, of: entity.name) ?? row
    } catch SwiftDataError.valueCannotBeRead {
      outcome.rowsWithoutFiles += 1
      return row
    }
  }

  private func export(
    _ name: String, _ folder: URL, _ outcome: inout Outcome, _ count: () -> Void
  ) throws {
    let entity = try store.engine.entity(name)
    let columns = RecordColumn.all(of: entity)
    let members = entity.relationships.filter(\.isToMany).map(\.name)
    let file = try ExportFile(
      folder.appendingPathComponent(Self.fileName(name, format.rawValue)), store.permissions)
    if format == .csv {
      let titles = columns.map(\.title) + members
      try file.write(titles.map(RecordText.quoted).joined(separator: ",") + "\r\n")
    }
    // Rows of subentities are written to files of their own.
    var last: Int64 = 0
    var salvage = SalvageReader(store.engine, name)
    defer { outcome.losses += salvage.losses }
    while true {
      // Rows are read in batches, because members cannot be read during the query.
      var query = RecordQuery(name, after: last, limit: Self.partSize)
      query.readsFiles = false
      let rows =
        salvages
        ? try salvage.rows(after: last, limit: Self.partSize) : try store.engine.rows(query)
      guard let end = rows.last else { break }
      last = end.key
      for row in rows where row.entity == name {
        let keys = try members.map { relationship in
          salvages
            ? try salvage.members(of: row.key, relationship)
            : try store.engine.members(of: row.key, name, relationship)
        }
        let row = try whole(row, entity, &outcome)
        try file.write(line(row, columns, Array(zip(members, keys)), folder, &outcome))
        count()
      }
    }
    try file.finish()
  }

  private func line(
    _ record: Record, _ columns: [RecordColumn], _ members: [(String, [Int64])], _ folder: URL,
    _ outcome: inout Outcome
  ) throws -> String {
    switch format {
    case .csv:
      let fields = try columns.map { column in
        let value = column.value(of: record)
        if column.isMark(value) { return RecordText.caseMark }
        return try reference(value, column, record, folder, &outcome)
          .map { RecordText.quoted("file:" + $0) }
          ?? RecordText.field(value)
      }
      let lists = members.map { $0.1.map(String.init).joined(separator: " ") }
      return (fields + lists).joined(separator: ",") + "\r\n"
    case .jsonl:
      var object = try columns.compactMap { column -> JSONValue.Member? in
        let value = column.value(of: record)
        guard !value.isNull else { return nil }
        if column.isMark(value) {
          let mark = JSONValue.object([RecordText.caseMark: .bool(true)])
          return JSONValue.Member(name: column.title, value: mark)
        }
        let json =
          try reference(value, column, record, folder, &outcome)
          .map { JSONValue.object(["$file": .string($0)]) }
          ?? RecordText.json(value)
        return JSONValue.Member(name: column.title, value: json)
      }
      object += members.map { name, keys in
        JSONValue.Member(name: name, value: .array(keys.map { .integer($0) }))
      }
      return JSONValue.object(object).line + "\n"
    }
  }

  /// Writes a large value to a file and returns the path relative to the folder; nil for other
  /// values.
  private func reference(
    _ value: RecordValue, _ column: RecordColumn, _ record: Record, _ folder: URL,
    _ outcome: inout Outcome
  ) throws -> String? {
    guard case .data(let bytes) = value, bytes.count > Self.inlineLimit else { return nil }
    let name = Self.fileName(
      "\(record.entity)-\(record.key)-\(column.title)", FileType.ending(of: bytes))
    let path = "\(ExportFolder.values)/\(name)"
    do {
      let values = folder.appendingPathComponent(ExportFolder.values).path
      if !FileSystem.exists(values) { try FileSystem.makeNewFolder(values, store.permissions) }
      let file = try FileSystem.openNew(
        folder.appendingPathComponent(path).path, store.permissions)
      try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: bytes)
    } catch {
      throw ExportFile.failure(path, error)
    }
    outcome.fileCount += 1
    return path
  }

  /// A name for a file, without characters that lead to other folders.
  static func fileName(_ name: String, _ ending: String) -> String {
    let plain = String(name.map { "/\\:\0".contains($0) ? "_" : $0 })
    return (plain.hasPrefix(".") ? "_" + plain : plain) + "." + ending
  }
}

/// A file that is written piece by piece.
final class ExportFile {
  private let handle: FileHandle
  private let path: String
  private var buffer = Data()

  /// Creates the file; fails if it exists.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - permissions: The permissions of the file; nil to use the process's umask.
  /// - Throws: `ToolError`.
  init(_ url: URL, _ permissions: FileSystem.Permissions?) throws {
    path = url.path
    do {
      handle = FileHandle(
        fileDescriptor: try FileSystem.openNew(path, permissions), closeOnDealloc: true)
    } catch {
      throw Self.failure(url.path, error)
    }
  }

  func write(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 16 { try flush() }
  }

  func finish() throws {
    try flush()
    do { try handle.close() } catch { throw Self.failure(path, error) }
  }

  private func flush() throws {
    do {
      try handle.write(contentsOf: buffer)
    } catch {
      throw Self.failure(path, error)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  static func failure(_ path: String, _ error: any Error) -> ToolError {
    let failure = WriteFailure(error)
    return ToolError(
      .failed, "“\(path)” could not be written: \(failure.reason)", advice: failure.advice)
  }
}
