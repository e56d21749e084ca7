import CoreDataFormat
import Foundation

/// Reads keyed archives of arrays, sets, dictionaries, strings, numbers and data.
///
/// `NSKeyedUnarchiver` creates whatever objects an archive names, and crashes on some damaged
/// archives: collections that contain themselves, classes without their values, unbounded sharing
/// of objects. This reader limits depth and size, and rejects all other classes.
struct KeyedArchiveReader {
  private let list: BinaryPropertyList
  /// The numbers of the archive's objects in the property list.
  private let objects: [Int]
  private var budget: Int
  private var text: [UInt8] = []

  /// Returns the bytes of an archive whose root is data, or JSON text for plain objects; nil for
  /// any other archive.
  static func content(of stored: Data) -> Data? {
    guard let list = BinaryPropertyList(stored) else { return nil }
    var budget = list.budget
    guard case .dictionary(let keys, let values)? = list.object(list.top, &budget),
      let archive = members(keys, values, list, &budget),
      archive["$archiver"]?.string(list, &budget) == "NSKeyedArchiver",
      case .array(let objects)? = archive["$objects"]?.object(list, &budget),
      case .dictionary(let topKeys, let topValues)? = archive["$top"]?.object(list, &budget),
      case .reference(let root)? = members(topKeys, topValues, list, &budget)?["root"]?
        .object(list, &budget)
    else { return nil }
    var reader = KeyedArchiveReader(list: list, objects: objects, budget: budget)
    return reader.content(root)
  }

  private init(list: BinaryPropertyList, objects: [Int], budget: Int) {
    (self.list, self.objects, self.budget) = (list, objects, budget)
  }

  private mutating func content(_ root: Int) -> Data? {
    if let data = data(root) { return data }
    return append(root, depth: 0) ? Data(text) : nil
  }

  /// Returns the contents of an object that holds data, either directly or as an `NSMutableData`.
  private mutating func data(_ reference: Int) -> Data? {
    switch object(reference) {
    case .value(.data(let data)): return data
    case .dictionary(let keys, let values):
      guard let members = Self.members(keys, values, list, &budget),
        ["NSData", "NSMutableData"].contains(className(members)),
        case .value(.data(let data))? = members["NS.data"]?.object(list, &budget)
      else { return nil }
      return data
    default: return nil
    }
  }

  /// Appends the JSON text of an object; returns false if it has none.
  private mutating func append(_ reference: Int, depth: Int) -> Bool {
    guard depth < JSONText.depthLimit, budget > 0 else { return false }
    switch object(reference) {
    case .value(.string("$null")) where reference == 0: return put("null")
    case .value(let value): return append(value)
    case .dictionary(let keys, let values):
      guard let members = Self.members(keys, values, list, &budget) else { return false }
      return append(instance: members, depth: depth)
    case .array, .reference, .null, nil: return false
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

  private mutating func append(instance members: [String: Part], depth: Int) -> Bool {
    switch className(members) {
    case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet":
      guard let parts = references(members["NS.objects"]) else { return false }
      return append(list: parts, depth: depth)
    case "NSDictionary", "NSMutableDictionary":
      guard let keys = references(members["NS.keys"]),
        let values = references(members["NS.objects"]), keys.count == values.count
      else { return false }
      return append(pairs: Array(zip(keys, values)), depth: depth)
    case "NSString", "NSMutableString":
      guard let value = members["NS.string"]?.string(list, &budget) else { return false }
      return put(json: value)
    case "NSNull": return put("null")
    default: return false
    }
  }

  private mutating func append(list parts: [Int], depth: Int) -> Bool {
    text.append(UInt8(ascii: "["))
    for (index, part) in parts.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      guard append(part, depth: depth + 1) else { return false }
    }
    text.append(UInt8(ascii: "]"))
    return true
  }

  private mutating func append(pairs: [(Int, Int)], depth: Int) -> Bool {
    text.append(UInt8(ascii: "{"))
    for (index, pair) in pairs.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      // JSON requires strings as keys.
      guard case .value(.string(let key))? = object(pair.0), put(json: key) else { return false }
      text.append(UInt8(ascii: ":"))
      guard append(pair.1, depth: depth + 1) else { return false }
    }
    text.append(UInt8(ascii: "}"))
    return true
  }
}

extension KeyedArchiveReader {
  /// A member of an object, by its number in the property list.
  struct Part {
    let number: Int

    func object(
      _ list: BinaryPropertyList, _ budget: inout Int
    ) -> BinaryPropertyList.Object? { list.object(number, &budget) }

    func string(_ list: BinaryPropertyList, _ budget: inout Int) -> String? {
      guard case .value(.string(let string))? = list.object(number, &budget) else { return nil }
      return string
    }
  }

  private static func members(
    _ keys: [Int], _ values: [Int], _ list: BinaryPropertyList, _ budget: inout Int
  ) -> [String: Part]? {
    var members: [String: Part] = [:]
    for (key, value) in zip(keys, values) {
      guard budget > 0, let name = Part(number: key).string(list, &budget) else { return nil }
      members[name] = Part(number: value)
    }
    return members
  }

  private mutating func object(_ reference: Int) -> BinaryPropertyList.Object? {
    guard objects.indices.contains(reference) else { return nil }
    return list.object(objects[reference], &budget)
  }

  private mutating func references(_ part: Part?) -> [Int]? {
    guard case .array(let numbers)? = part?.object(list, &budget) else { return nil }
    var references: [Int] = []
    for number in numbers {
      guard budget > 0, case .reference(let reference)? = list.object(number, &budget) else {
        return nil
      }
      references.append(reference)
    }
    return references
  }

  private mutating func className(_ members: [String: Part]) -> String? {
    guard case .reference(let reference)? = members["$class"]?.object(list, &budget),
      case .dictionary(let keys, let values)? = object(reference)
    else { return nil }
    return Self.members(keys, values, list, &budget)?["$classname"]?.string(list, &budget)
  }

  private mutating func put(_ plain: String) -> Bool {
    text += plain.utf8
    return true
  }

  /// Appends a string or number in the form that this library writes in JSON.
  private mutating func put(json value: some Encodable) -> Bool {
    guard let encoded = try? JSONText.encode(value) else { return false }
    budget -= encoded.count
    text += encoded
    return true
  }
}
