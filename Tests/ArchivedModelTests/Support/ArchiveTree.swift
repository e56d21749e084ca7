import CoreDataFormat
import Foundation
import Testing

@testable import ArchivedModel

/// The contents of an archived model's objects, as lines that do not depend on the objects' order.
struct ArchiveTree {
  private var objects: KeyedArchiveReader
  private var lines: Set<String> = []
  private var told: Set<Int> = []

  static func lines(of archive: Data) throws -> Set<String> {
    var tree = ArchiveTree(objects: try #require(KeyedArchiveReader(archive, effort: 1_000)))
    guard case .object(let root)? = tree.objects.root() else {
      throw CocoaError(.coderInvalidValue)
    }
    tree.tell(root, "model")
    return tree.lines
  }

  private init(objects: KeyedArchiveReader) { self.objects = objects }

  private mutating func tell(_ object: KeyedArchiveReader.Object, _ path: String) {
    let place = name(of: object) ?? path
    // References to an entity are written as its name.
    if place != path { lines.insert("\(path) is \(place)") }
    guard told.insert(object.number).inserted else { return }
    lines.insert("\(place) is of \(object.className)")
    for name in object.memberNames where !["$class", "NS.keys", "NS.objects"].contains(name) {
      guard let member = objects.member(name, of: object) else { continue }
      tell(member, "\(place).\(name)")
    }
    tellParts(of: object, place)
  }

  private mutating func tellParts(of object: KeyedArchiveReader.Object, _ place: String) {
    let isSet = object.className == "NSSet"
    for (number, part) in (objects.elements(.object(object)) ?? []).enumerated() {
      tell(part, isSet ? "\(place){}" : "\(place)[\(number)]")
    }
    for (key, value) in objects.pairs(of: object) ?? [] {
      tell(value, "\(place)[\(objects.text(key) ?? "?")]")
    }
  }

  private mutating func tell(_ member: KeyedArchiveReader.Member, _ path: String) {
    switch member {
    case .null: lines.insert("\(path) = null")
    case .value(let value): lines.insert("\(path) = \(value)")
    case .object(let object): tell(object, path)
    }
  }

  /// The name of an object that others refer to.
  private mutating func name(of object: KeyedArchiveReader.Object) -> String? {
    switch object.className {
    case "NSManagedObjectModel": return "model"
    case "NSEntityDescription": return objects.text("NSEntityName", of: object)
    case "NSRelationshipDescription":
      guard case .object(let entity)? = objects.member("NSEntity", of: object) else { return nil }
      let owner = objects.text("NSEntityName", of: entity) ?? "?"
      return "\(owner).\(objects.text("NSPropertyName", of: object) ?? "?")"
    case "NSFetchIndexDescription": return objects.text("NSIndexName", of: object)
    default: return nil
    }
  }
}
