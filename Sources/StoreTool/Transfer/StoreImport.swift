import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore

/// Adds the rows of an export to a store, in one transaction.
///
/// Rows get keys of the store's own; relationships between them are made by the keys that they had.
struct StoreImport {
  /// What came of an import.
  struct Outcome {
    /// How many rows were added, or changed where they have unique values of others.
    var counts: [(entity: String, count: Int)] = []
    /// How many relationships lead to rows that the export lacks, and were left out.
    var danglingCount = 0
  }

  /// A key in an export, which is one for all entities that share a table.
  private struct OldKey: Hashable {
    var tree: Int
    var key: Int64
  }

  private let engine: RecordEngine
  private let folder: URL
  private var keys: [OldKey: Int64] = [:]
  private var outcome = Outcome()

  /// How many rows are written at once.
  private static let partSize = 500
  /// And how many bytes of texts and data: many rows may name the same large file.
  private static let partByteCount = 32 << 20

  init(_ engine: RecordEngine, from folder: URL) { (self.engine, self.folder) = (engine, folder) }

  /// Adds the rows.
  ///
  /// - Throws: `ToolError` for rows that do not fit, and what the store throws; nothing is added then.
  mutating func run() throws -> Outcome {
    let files = engine.model.sortedEntities.compactMap { entity in
      file(of: entity.name).map { (entity.name, $0) }
    }
    guard !files.isEmpty else {
      throw ToolError(
        .failed, "“\(folder.path)” has no file of an entity of the store.",
        advice: "Files are called ENTITY.jsonl or ENTITY.csv, as “export” calls them.")
    }
    var copy = self
    try engine.transaction { writer in
      var lacking = try LackingRows(engine)
      for (name, file) in files { try copy.insert(file, name, writer) }
      for (name, file) in files { try copy.relate(file, name, writer, &lacking) }
      try lacking.check()
    }
    self = copy
    return outcome
  }

  private func file(of entity: String) -> ImportFile? {
    ["jsonl", "csv"].lazy.map { folder.appendingPathComponent(StoreExport.fileName(entity, $0)) }
      .first { FileManager.default.fileExists(atPath: $0.path) }.map(ImportFile.init)
  }

  private var changes: RecordChanges {
    var changes = RecordChanges(author: "swiftdata")
    // Bounds and needed ends hold when everything is there, not before.
    (changes.areForeign, changes.mayLackTargets) = (true, true)
    return changes
  }

  private mutating func insert(
    _ file: ImportFile, _ name: String, _ writer: RecordWriter
  ) throws {
    let entity = try engine.entity(name)
    let columns = RecordColumn.all(of: entity).filter { $0.type != nil }
    var part = changes
    var old: [Int64: Int64] = [:]
    var (count, known) = (0, keys)
    let nothing = changes
    func flush() throws {
      let saved = try writer.save(part)
      for (number, key) in old {
        known[OldKey(tree: entity.treeIndex, key: key)] = saved.keys[number]
      }
      part = nothing
      old = [:]
    }
    var size = 0
    try file.forEachRow { row, fields in
      let reader = ImportRow(file, row, fields, folder)
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
    outcome.counts.append((name, count))
  }

  private mutating func relate(
    _ file: ImportFile, _ name: String, _ writer: RecordWriter, _ lacking: inout LackingRows
  ) throws {
    let entity = try engine.entity(name)
    guard !entity.relationships.isEmpty else { return }
    var part = changes
    var count = 0
    try file.forEachRow { row, fields in
      let reader = ImportRow(file, row, fields, folder)
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
            row, "“\(relationship.name)” leads to a row that the export lacks, and is not optional")
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

/// A row of an import, read by the types of the store's columns.
private struct ImportRow {
  private let file: ImportFile
  private let number: Int
  private let fields: [String: ImportFile.Field]
  private let folder: URL

  init(_ file: ImportFile, _ number: Int, _ fields: [String: ImportFile.Field], _ folder: URL) {
    (self.file, self.number, self.fields, self.folder) = (file, number, fields, folder)
  }

  /// The values of the entity's attributes.
  func values(_ columns: [RecordColumn], _ entity: RecordEntity) throws -> [String: RecordValue] {
    var values: [String: RecordValue] = [:]
    for column in columns {
      guard let type = column.type, let field = fields[column.title] else { continue }
      guard let value = try Self.mark(field, column) ?? value(field, type) else {
        throw file.failure(
          number, "\(entity.name).\(column.title) holds \(type.storage.title)")
      }
      guard !value.isNull else { continue }
      values[column.path[0]] = Self.set(value, column.path.dropFirst(), values[column.path[0]])
    }
    return values
  }

  private static func set(
    _ value: RecordValue, _ path: ArraySlice<String>, _ known: RecordValue?
  ) -> RecordValue {
    guard let name = path.first else { return value }
    var parts: [String: RecordValue] = [:]
    if case .composite(let before)? = known { parts = before }
    parts[name] = set(value, path.dropFirst(), parts[name])
    return .composite(parts)
  }

  /// The key in a field; nil for none.
  func key(_ name: String) throws -> Int64? { try keys(name).first }

  /// The keys in a field: a number, or several.
  func keys(_ name: String) throws -> [Int64] {
    let keys: [Int64]?
    switch fields[name] {
    case nil, .json(is NSNull)?: keys = []
    case .json(let number as NSNumber)?: keys = Self.integer(number).map { [$0] }
    case .json(let numbers as [NSNumber])?:
      let whole = numbers.compactMap(Self.integer)
      keys = whole.count == numbers.count ? whole : nil
    case .text(let text, _)?:
      let words = text.split(separator: " ")
      let numbers = words.compactMap { Int64($0) }
      keys = numbers.count == words.count ? numbers : nil
    case .json?: keys = nil
    }
    guard let keys else { throw file.failure(number, "“\(name)” holds keys, which are numbers") }
    return keys
  }

  /// The mark of a case that holds nothing but nil, where a field says so.
  private static func mark(_ field: ImportFile.Field, _ column: RecordColumn) -> RecordValue? {
    switch field {
    case .json(let object as [String: Any]) where object.keys.elementsEqual([RecordText.caseMark]):
      column.mark
    case .text(RecordText.caseMark, isQuoted: false): column.mark
    default: nil
    }
  }

  /// The value of a field; nil where it is none of the type.
  private func value(_ field: ImportFile.Field, _ type: AttributeType) throws -> RecordValue? {
    switch field {
    case .json(is NSNull), .text("", isQuoted: false): return .null
    case .json(let object as [String: Any]):
      guard let path = object["$file"] as? String else { return nil }
      return .data(try contents(path))
    case .json(let text as String): return Self.value(text, type)
    case .json(let number as NSNumber):
      switch type {
      case .boolean: return Self.isBoolean(number) ? .bool(number.boolValue) : nil
      case .integer16, .integer32, .integer64: return Self.integer(number).map(RecordValue.integer)
      case .double, .float, .date, .decimal:
        return Self.isBoolean(number) ? nil : Self.value("\(number)", type)
      default: return nil
      }
    case .json: return nil
    case .text(let text, _):
      if type == .binaryData || type == .transformable, text.hasPrefix("file:") {
        return .data(try contents(String(text.dropFirst("file:".count))))
      }
      return Self.value(text, type)
    }
  }

  /// Whether it stood there as `true` or `false`, which Foundation takes for numbers too.
  private static func isBoolean(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c"
  }

  /// A number with nothing before or behind it.
  private static func decimal(_ text: String) -> Decimal? {
    text == "NaN" ? .nan : StoredValue.decodeDecimal(.text(text))
  }

  /// A whole number of 64 bits; nil for any other, of which nothing is cut off.
  private static func integer(_ number: NSNumber) -> Int64? {
    isBoolean(number) ? nil : Int64(number.stringValue) ?? Int64(exactly: number)
  }

  private static func value(_ text: String, _ type: AttributeType) -> RecordValue? {
    switch type {
    case .boolean: text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
    case .integer16, .integer32, .integer64: Int64(text).map(RecordValue.integer)
    case .double, .float: Double(text).map(RecordValue.real)
    case .decimal: decimal(text).map(RecordValue.decimal)
    case .date: DateText.date(text).map(RecordValue.date)
    case .string: .text(text)
    case .uuid: UUID(uuidString: text).map(RecordValue.uuid)
    case .uri: URL(string: text).map(RecordValue.url)
    case .binaryData, .transformable: Data(base64Encoded: text).map(RecordValue.data)
    }
  }

  /// The bytes of a file of the export, and of no other.
  private func contents(_ path: String) throws -> Data {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "files", parts[1] != "..", parts[1] != "." else {
      throw file.failure(number, "“\(path)” is no file in files/")
    }
    guard let bytes = try? FileSystem.contents(of: folder.appendingPathComponent(path).path) else {
      throw file.failure(number, "the file “\(path)” cannot be read")
    }
    return bytes
  }
}

extension RecordValue {
  /// How many bytes of memory what may be large takes, about.
  fileprivate var byteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .data(let bytes): bytes.count
    case .composite(let parts): parts.values.reduce(0) { $0 + $1.byteCount }
    default: 0
    }
  }
}
