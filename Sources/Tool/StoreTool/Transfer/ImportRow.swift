import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore

/// A row of an import, converted to the types of the store's columns.
struct ImportRow {
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
          number, "\(entity.name).\(column.title) must be \(type.storage.title)")
      }
      guard !value.isNull else { continue }
      values[column.path[0]] = Self.set(value, column.path.dropFirst(), values[column.path[0]])
    }
    return values
  }

  /// A value with the element at a path set.
  static func set(
    _ value: RecordValue, _ path: ArraySlice<String>, _ known: RecordValue?
  ) -> RecordValue {
    guard let name = path.first else { return value }
    var parts: [String: RecordValue] = [:]
    if case .composite(let before)? = known { parts = before }
    parts[name] = set(value, path.dropFirst(), parts[name])
    return .composite(parts)
  }

  /// The key in a field; nil if there is none.
  func key(_ name: String) throws -> Int64? { try keys(name).first }

  /// The keys in a field: one number or several.
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
    guard let keys else {
      throw file.failure(number, "“\(name)” must contain keys, which are numbers")
    }
    return keys
  }

  /// The mark of an enumeration case whose only content is nil, if the field contains it.
  private static func mark(_ field: ImportFile.Field, _ column: RecordColumn) -> RecordValue? {
    switch field {
    case .json(let object as [String: Any]) where object.keys.elementsEqual([RecordText.caseMark]):
      column.mark
    case .text(RecordText.caseMark, isQuoted: false): column.mark
    default: nil
    }
  }

  /// The value of a field; nil if it does not have the column's type.
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

  /// Whether the number was written as `true` or `false`, which Foundation also turns into numbers.
  private static func isBoolean(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c"
  }

  /// Parses a decimal that takes up the whole text.
  private static func decimal(_ text: String) -> Decimal? {
    text == "NaN" ? .nan : SQLValue.text(text).decimal
  }

  /// A 64-bit integer; nil for any other number, which is not truncated.
  private static func integer(_ number: NSNumber) -> Int64? {
    isBoolean(number) ? nil : Int64(number.stringValue) ?? Int64(exactly: number)
  }

  /// Parses the value of a CSV field; nil if it does not have the type.
  static func value(_ text: String, _ type: AttributeType) -> RecordValue? {
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

  /// The bytes of a file of the export; files outside of it are rejected.
  private func contents(_ path: String) throws -> Data {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "files", !["", ".", ".."].contains(parts[1]) else {
      throw file.failure(number, "“\(path)” is not a file in files/")
    }
    let files = try? OpenFolder.open(["files"], in: folder.path)
    guard let bytes = try? files?.contents(of: String(parts[1])) else {
      throw file.failure(number, "the file “\(path)” cannot be read; links are not followed")
    }
    return bytes
  }
}
