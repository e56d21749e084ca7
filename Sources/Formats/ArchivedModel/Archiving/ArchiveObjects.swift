import Foundation

/// The objects of a keyed archive that is being written.
struct ArchiveObjects {
  private var objects: [ArchiveValue] = [.text("$null")]
  private var classes: [ArchiveClass: Int] = [:]
  private var texts: [String: Int] = [:]

  /// Reserves a number for an object to which others refer before its contents are known.
  mutating func reserve() -> Int {
    objects.append(.text("$null"))
    return objects.count - 1
  }

  mutating func fill(
    _ place: Int, _ kind: ArchiveClass, _ members: [(String, ArchiveValue)]
  ) {
    objects[place] = value(kind, members)
  }

  mutating func add(_ kind: ArchiveClass, _ members: [(String, ArchiveValue)]) -> ArchiveValue {
    add(value(kind, members))
  }

  mutating func add(_ value: ArchiveValue) -> ArchiveValue {
    objects.append(value)
    return .reference(objects.count - 1)
  }

  /// Adds a text; equal texts share one object.
  mutating func text(_ text: String?) -> ArchiveValue {
    guard let text else { return .null }
    if let place = texts[text] { return .reference(place) }
    objects.append(.text(text))
    texts[text] = objects.count - 1
    return .reference(objects.count - 1)
  }

  mutating func collection(_ kind: ArchiveClass, _ members: [ArchiveValue]) -> ArchiveValue {
    add(kind, [("NS.objects", .array(members))])
  }

  mutating func dictionary(
    _ pairs: [(String, ArchiveValue)], _ kind: ArchiveClass = .mutableDictionary
  ) -> ArchiveValue {
    let keys = pairs.map { text($0.0) }
    return add(kind, [("NS.keys", .array(keys)), ("NS.objects", .array(pairs.map(\.1)))])
  }

  private mutating func value(
    _ kind: ArchiveClass, _ members: [(String, ArchiveValue)]
  ) -> ArchiveValue {
    if classes[kind] == nil {
      let names = kind.line.map(ArchiveValue.text)
      objects.append(.dictionary([("$classes", .array(names)), ("$classname", names[0])]))
      classes[kind] = objects.count - 1
    }
    return .dictionary(members + [("$class", .reference(classes[kind] ?? 0))])
  }

  /// The archive as a binary property list.
  func list(root: ArchiveValue) -> Data {
    PropertyListWriter.list(
      of: .dictionary([
        ("$version", .integer(100_000)), ("$archiver", .text("NSKeyedArchiver")),
        ("$top", .dictionary([("root", root)])), ("$objects", .array(objects)),
      ]))
  }
}

/// The classes that archived models are made of.
enum ArchiveClass: String {
  case model = "NSManagedObjectModel"
  case entity = "NSEntityDescription"
  case attribute = "NSAttributeDescription"
  case composite = "NSCompositeAttributeDescription"
  case relationship = "NSRelationshipDescription"
  case index = "NSFetchIndexDescription"
  case indexElement = "NSFetchIndexElementDescription"
  case knownKeys = "NSKnownKeysDictionary1"
  case knownKeysMapping = "NSKnownKeysMappingStrategy1"
  case array = "NSArray"
  case mutableArray = "NSMutableArray"
  case dictionary = "NSDictionary"
  case mutableDictionary = "NSMutableDictionary"
  case set = "NSSet"
  case date = "NSDate"
  case uuid = "NSUUID"

  /// The class and its superclasses.
  var line: [String] {
    let ancestors: [String] =
      switch self {
      case .attribute, .relationship: ["NSPropertyDescription"]
      case .composite: ["NSAttributeDescription", "NSPropertyDescription"]
      case .knownKeys: ["NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary"]
      case .knownKeysMapping: ["NSKnownKeysMappingStrategy"]
      case .mutableArray: ["NSArray"]
      case .mutableDictionary: ["NSDictionary"]
      case .model, .entity, .index, .indexElement, .array, .dictionary, .set, .date, .uuid: []
      }
    return [rawValue] + ancestors + ["NSObject"]
  }
}
