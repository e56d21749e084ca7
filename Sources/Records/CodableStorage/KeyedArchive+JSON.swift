import CoreDataFormat
import Foundation
import SQLCore

extension KeyedArchive {
  /// Returns the content of an archive, or `stored` itself if it is not an archive.
  ///
  /// Archives of plain arrays, dictionaries, strings and numbers, as Core Data apps store them, are
  /// converted to JSON.
  static func content(of stored: Data) -> Data {
    // The first byte of every binary property list.
    guard stored.first == UInt8(ascii: "b") else { return stored }
    return data(of: stored) ?? ArchivedJSON.content(of: stored) ?? stored
  }
}

/// The JSON text of an archive of arrays, sets, dictionaries, strings and numbers; all other classes
/// are rejected.
private struct ArchivedJSON {
  var archive: KeyedArchiveReader
  var text: [UInt8] = []

  /// Returns the bytes of an archive whose root is data, or JSON text for plain objects; nil for
  /// any other archive.
  static func content(of stored: Data) -> Data? {
    guard var archive = KeyedArchiveReader(stored), let root = archive.root() else { return nil }
    var member: KeyedArchiveReader.Member? = root
    if case .object(let object) = root, ["NSData", "NSMutableData"].contains(object.className) {
      member = archive.member("NS.data", of: object)
    }
    if case .value(.data(let data))? = member { return data }
    var json = ArchivedJSON(archive: archive)
    return json.append(root, depth: 0) ? Data(json.text) : nil
  }

  /// Appends the JSON text of a member; returns false if it has none.
  private mutating func append(_ member: KeyedArchiveReader.Member?, depth: Int) -> Bool {
    guard let member, depth < JSONText.depthLimit else { return false }
    switch member {
    case .null: return put("null")
    case .value(let value): return append(value)
    case .object(let object):
      switch object.className {
      case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet":
        guard let elements = archive.references("NS.objects", of: object) else { return false }
        return append(list: elements, depth: depth)
      case "NSDictionary", "NSMutableDictionary":
        guard let keys = archive.references("NS.keys", of: object),
          let values = archive.references("NS.objects", of: object), keys.count == values.count
        else { return false }
        return append(pairs: Array(zip(keys, values)), depth: depth)
      case "NSString", "NSMutableString": return archive.text(member).map { put(json: $0) } ?? false
      case "NSNull": return put("null")
      default: return false
      }
    }
  }

  private mutating func append(_ value: PropertyListValue) -> Bool {
    switch value {
    case .boolean(let value): put(value ? "true" : "false")
    case .integer(let value): put(String(value))
    case .unsignedInteger(let value): put(String(value))
    case .real(let value): put(json: value)
    case .string(let value): put(json: value)
    case .data, .date, .array, .dictionary: false
    }
  }

  private mutating func append(list: [Int], depth: Int) -> Bool {
    text.append(UInt8(ascii: "["))
    for (index, element) in list.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      guard append(archive.member(at: element), depth: depth + 1) else { return false }
    }
    text.append(UInt8(ascii: "]"))
    return true
  }

  private mutating func append(pairs: [(key: Int, value: Int)], depth: Int) -> Bool {
    text.append(UInt8(ascii: "{"))
    for (index, pair) in pairs.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      // JSON requires strings as keys.
      guard case .value(.string(let key))? = archive.member(at: pair.key), put(json: key) else {
        return false
      }
      text.append(UInt8(ascii: ":"))
      guard append(archive.member(at: pair.value), depth: depth + 1) else { return false }
    }
    text.append(UInt8(ascii: "}"))
    return true
  }

  private mutating func put(_ plain: String) -> Bool {
    text += plain.utf8
    return true
  }

  /// Appends a string or number in the form that this library writes in JSON.
  private mutating func put(json value: some Encodable) -> Bool {
    guard let encoded = try? JSONText.encode(value) else { return false }
    text += encoded
    return true
  }
}
