import Foundation

/// A reader of untrusted keyed archives, as `NSKeyedArchiver` writes them, which decodes objects one
/// by one on demand.
///
/// `NSKeyedUnarchiver` creates objects of any class that an archive names, and crashes on some
/// damaged archives. This type creates none: an object is the name of its class and its members.
/// The total amount of reading is limited, because objects may be parts of many others, and of
/// themselves; callers that follow references limit their depth.
package struct KeyedArchiveReader {
  /// An object of the archive.
  package struct Object {
    /// Its number in the archive, by which other objects refer to it.
    package let number: Int
    package let className: String
    /// The numbers of its members in the property list.
    fileprivate let members: [String: Int]

    package var memberNames: [String] { members.keys.sorted() }
  }

  /// The value of an object's member.
  package enum Member {
    case value(PropertyListValue)
    case object(Object)
    case null
  }

  private let list: BinaryPropertyList
  /// The numbers of the archive's objects in the property list.
  private let numbers: [Int]
  private var budget: Int
  private var classNames: [Int: String] = [:]

  /// Nil if the data is not a keyed archive.
  ///
  /// - Parameters:
  ///   - data: A binary property list.
  ///   - effort: The limit of reading, as a multiple of the size of the data.
  package init?(_ data: Data, effort: Int = 16) {
    guard let list = BinaryPropertyList(data) else { return nil }
    var budget = list.budget
    guard let top = Self.members(list.top, list, &budget),
      case .value(.string("NSKeyedArchiver"))? = top["$archiver"].flatMap({
        list.object($0, &budget)
      }),
      case .array(let numbers)? = top["$objects"].flatMap({ list.object($0, &budget) })
    else { return nil }
    (self.list, self.numbers) = (list, numbers)
    self.budget = effort * data.count + 65_536
  }

  /// The root of the archive; nil if there is none.
  package mutating func root() -> Member? {
    guard let top = Self.members(list.top, list, &budget),
      let names = top["$top"].flatMap({ Self.members($0, list, &budget) }),
      case .reference(let number)? = names["root"].flatMap({ list.object($0, &budget) })
    else { return nil }
    return member(at: number)
  }

  /// A member of an object; nil if it is missing or damaged.
  package mutating func member(_ name: String, of object: Object) -> Member? {
    guard let number = object.members[name] else { return nil }
    switch list.object(number, &budget) {
    case .reference(let reference)?: return member(at: reference)
    case .value(let value)?: return .value(value)
    case .null?: return .null
    case .array, .dictionary, nil: return nil
    }
  }

  /// The object with a number in the archive; nil if it is missing or damaged.
  package mutating func member(at number: Int) -> Member? {
    guard number >= 0, number < numbers.count, budget > 0 else { return nil }
    switch list.object(numbers[number], &budget) {
    case .value(.string("$null"))? where number == 0: return .null
    case .value(let value)?: return .value(value)
    case .dictionary(let keys, let values)?:
      guard let members = Self.named(keys, values, list, &budget),
        let name = className(members)
      else { return nil }
      return .object(Object(number: number, className: name, members: members))
    case .array, .null, .reference, nil: return nil
    }
  }

  private mutating func className(_ members: [String: Int]) -> String? {
    guard let number = members["$class"],
      case .reference(let reference)? = list.object(number, &budget), reference >= 0,
      reference < numbers.count
    else { return nil }
    if let known = classNames[reference] { return known }
    guard let parts = Self.members(numbers[reference], list, &budget),
      case .value(.string(let name))? = parts["$classname"].flatMap({ list.object($0, &budget) })
    else { return nil }
    classNames[reference] = name
    return name
  }

  private static func members(
    _ number: Int, _ list: BinaryPropertyList, _ budget: inout Int
  ) -> [String: Int]? {
    guard case .dictionary(let keys, let values)? = list.object(number, &budget) else { return nil }
    return named(keys, values, list, &budget)
  }

  private static func named(
    _ keys: [Int], _ values: [Int], _ list: BinaryPropertyList, _ budget: inout Int
  ) -> [String: Int]? {
    var members: [String: Int] = [:]
    for (key, value) in zip(keys, values) {
      guard case .value(.string(let name))? = list.object(key, &budget) else { return nil }
      members[name] = value
    }
    return members
  }
}

// Texts, numbers and collections.

extension KeyedArchiveReader {
  package mutating func text(_ name: String, of object: Object) -> String? {
    member(name, of: object).flatMap { text($0) }
  }

  package mutating func text(_ member: Member) -> String? {
    switch member {
    case .value(let value): return value.string
    case .null: return nil
    case .object(let object):
      guard ["NSString", "NSMutableString"].contains(object.className),
        case .value(.string(let text))? = self.member("NS.string", of: object)
      else { return nil }
      return text
    }
  }

  package mutating func integer(_ name: String, of object: Object) -> Int64? {
    if case .value(.integer(let value))? = member(name, of: object) { value } else { nil }
  }

  /// Whether a member is true; false if it is missing.
  package mutating func flag(_ name: String, of object: Object) -> Bool {
    switch member(name, of: object) {
    case .value(.boolean(let value))?: value
    case .value(.integer(let value))?: value != 0
    default: false
    }
  }

  /// The elements of an array or a set; nil for other members.
  package mutating func elements(_ name: String, of object: Object) -> [Member]? {
    guard let member = member(name, of: object) else { return nil }
    return elements(member)
  }

  package mutating func elements(_ member: Member) -> [Member]? {
    guard case .object(let object) = member else { return nil }
    switch object.className {
    case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet",
      "NSMutableOrderedSet":
      return references("NS.objects", of: object).flatMap { members(at: $0) }
    default: return nil
    }
  }

  /// The pairs of a dictionary, in the order in which they were written; nil for other members.
  package mutating func pairs(_ name: String, of object: Object) -> [(key: Member, value: Member)]?
  {
    guard case .object(let dictionary)? = member(name, of: object) else { return nil }
    return pairs(of: dictionary)
  }

  package mutating func pairs(of dictionary: Object) -> [(key: Member, value: Member)]? {
    switch dictionary.className {
    case "NSDictionary", "NSMutableDictionary":
      guard let keys = references("NS.keys", of: dictionary).flatMap({ members(at: $0) }),
        let values = references("NS.objects", of: dictionary).flatMap({ members(at: $0) }),
        keys.count == values.count
      else { return nil }
      return zip(keys, values).map { ($0, $1) }
    case "NSKnownKeysDictionary1", "NSKnownKeysDictionary2":
      guard case .object(let mapping)? = member("searchMapping", of: dictionary),
        let keys = elements("keys", of: mapping), let values = elements("values", of: dictionary),
        keys.count == values.count
      else { return nil }
      return zip(keys, values).map { ($0, $1) }
    default: return nil
    }
  }

  /// The numbers of the objects that an array of references contains; nil for other members.
  package mutating func references(_ name: String, of object: Object) -> [Int]? {
    guard let number = object.members[name],
      case .array(let parts)? = list.object(number, &budget)
    else { return nil }
    var references: [Int] = []
    for part in parts {
      guard budget > 0, case .reference(let reference)? = list.object(part, &budget) else {
        return nil
      }
      references.append(reference)
    }
    return references
  }

  private mutating func members(at numbers: [Int]) -> [Member]? {
    var members: [Member] = []
    for number in numbers {
      guard let member = member(at: number) else { return nil }
      members.append(member)
    }
    return members
  }
}
