import Foundation
import RecordStore

/// Adds the rows of an export to a store, in one transaction.
///
/// The store assigns new keys to the rows; relationships are resolved by the keys in the export.
struct StoreImport {
  /// The result of an import.
  struct Outcome {
    /// The number of rows added, or updated if they have the unique values of existing rows.
    var counts: [(entity: String, count: Int)] = []
    /// The number of omitted relationships to rows that are not in the export.
    var danglingCount = 0
  }

  /// A key in an export, which is unique among entities that share a table.
  private struct OldKey: Hashable {
    var tree: Int
    var key: Int64
  }

  private let engine: RecordEngine
  private let folder: URL
  private let map: ImportMap
  private let progress: (Int, Int) -> Void
  private var done = 0
  private var total = 0
  private var keys: [OldKey: Int64] = [:]
  private var outcome = Outcome()

  /// The number of rows to write at once.
  private static let partSize = 500
  /// The number of bytes of texts and data to write at once: many rows may refer to the same large
  /// file.
  private static let partByteCount = 32 << 20

  /// - Parameters:
  ///   - engine: The store.
  ///   - folder: The export.
  ///   - map: The store's names for those in the export.
  ///   - progress: Called with the amount of work done and the total.
  init(
    _ engine: RecordEngine, from folder: URL, _ map: ImportMap = ImportMap(),
    progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) {
    (self.engine, self.folder, self.map, self.progress) = (engine, folder, map, progress)
  }

  /// Adds the rows.
  ///
  /// - Throws: `ToolError` for names that the store does not have, for an incomplete export, and
  ///   for invalid rows; errors of the store. Nothing is added then.
  mutating func run() throws -> Outcome {
    let found = try ImportFolder(folder, engine, map)
    var copy = self
    // Each row is read twice: for its values, and for its relationships.
    copy.total = 2 * found.rowCount
    try engine.transaction { writer in
      var lacking = try LackingRows(engine)
      for part in found.parts { try copy.insert(part, writer) }
      for part in found.parts { try copy.relate(part, writer, &lacking) }
      try lacking.check()
    }
    self = copy
    return outcome
  }

  private mutating func advance(_ count: Int) {
    done += count
    progress(done, total)
  }

  private var changes: RecordChanges {
    var changes = RecordChanges(author: "swiftdata")
    // Bounds and required relationships hold only when everything is imported, not before.
    (changes.areForeign, changes.mayLackTargets) = (true, true)
    return changes
  }

  private mutating func insert(_ source: ImportFolder.Part, _ writer: RecordWriter) throws {
    let (file, entity, name) = (source.file, source.entity, source.entity.name)
    let columns = RecordColumn.all(of: entity).filter { $0.type != nil }
    var part = changes
    var old: [Int64: Int64] = [:]
    var (count, known) = (0, keys)
    let nothing = changes
    var (added, progress) = (0, self)
    func flush() throws {
      progress.advance(count - added)
      added = count
      let saved = try writer.save(part)
      for (number, key) in old {
        known[OldKey(tree: entity.treeIndex, key: key)] = saved.keys[number]
      }
      part = nothing
      old = [:]
    }
    var size = 0
    try file.forEachRow { row, fields in
      let reader = ImportRow(file, row, source.named(fields), folder)
      let values = try reader.values(columns, entity)
      let number = part.insert(name, values)
      if let key = try reader.key("@key") { old[number] = key }
      count += 1
      size += values.values.reduce(0) { $0 + $1.byteCount }
      if part.insertions.count >= Self.partSize || size >= Self.partByteCount {
        try flush()
        size = 0
      }
    }
    try flush()
    keys = known
    done = progress.done
    outcome.counts.append((name, count))
  }

  private mutating func relate(
    _ source: ImportFolder.Part, _ writer: RecordWriter, _ lacking: inout LackingRows
  ) throws {
    let (file, entity, name) = (source.file, source.entity, source.entity.name)
    guard !entity.relationships.isEmpty else { return advance(source.rowCount) }
    var part = changes
    var count = 0
    try file.forEachRow { row, fields in
      advance(1)
      let reader = ImportRow(file, row, source.named(fields), folder)
      guard let old = try reader.key("@key"),
        let key = keys[OldKey(tree: entity.treeIndex, key: old)]
      else { return }
      var values: [String: RecordValue] = [:]
      for relationship in entity.relationships {
        let wanted = try reader.keys(relationship.name)
        let found = wanted.compactMap {
          keys[OldKey(tree: relationship.destinationTree, key: $0)]
        }
        if found.isEmpty, !wanted.isEmpty, relationship.needsTarget {
          throw file.failure(
            row, "“\(relationship.name)” is required, but refers to a row that the export lacks")
        }
        if wanted.isEmpty, relationship.needsTarget { lacking.expect(key, relationship) }
        outcome.danglingCount += wanted.count - found.count
        guard !found.isEmpty else { continue }
        if relationship.isToMany {
          part.relate(key, of: name, relationship.name, to: found)
        } else {
          values[relationship.name] = .row(found[0])
        }
      }
      if !values.isEmpty { part.change(key, of: name, values) }
      count += 1
      if count % Self.partSize == 0 {
        _ = try writer.save(part)
        part = changes
      }
    }
    _ = try writer.save(part)
  }
}

extension ImportFolder.Part {
  /// The values of a row, by the store's names.
  fileprivate func named(_ fields: [String: ImportFile.Field]) -> [String: ImportFile.Field] {
    guard !renamed.isEmpty else { return fields }
    var named: [String: ImportFile.Field] = [:]
    for (name, field) in fields {
      guard let other = renamed[name] else {
        named[name] = field
        continue
      }
      if let other { named[other] = field }
    }
    return named
  }
}

extension RecordValue {
  /// The approximate memory in bytes of values that may be large.
  fileprivate var byteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .data(let bytes): bytes.count
    case .composite(let parts): parts.values.reduce(0) { $0 + $1.byteCount }
    default: 0
    }
  }
}
