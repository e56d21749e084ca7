import Foundation

/// Writes keyed archives, as `NSKeyedArchiver` does.
package struct KeyedArchiveWriter {
  private var objects: [ArchiveValue] = [.text("$null")]
  private var classes: [ArchiveClass: Int] = [:]
  private var texts: [String: Int] = [:]

  package init() {}

  /// Reserves a number for an object to which others refer before its contents are known.
  package mutating func reserve() -> Int {
    objects.append(.text("$null"))
    return objects.count - 1
  }

  package mutating func fill(
    _ place: Int, _ kind: ArchiveClass, _ members: [(String, ArchiveValue)]
  ) {
    objects[place] = value(kind, members)
  }

  package mutating func add(_ kind: ArchiveClass, _ members: [(String, ArchiveValue)])
    -> ArchiveValue
  {
    add(value(kind, members))
  }

  package mutating func add(_ value: ArchiveValue) -> ArchiveValue {
    objects.append(value)
    return .reference(objects.count - 1)
  }

  /// Adds a text; equal texts share one object.
  package mutating func text(_ text: String?) -> ArchiveValue {
    guard let text else { return .null }
    if let place = texts[text] { return .reference(place) }
    objects.append(.text(text))
    texts[text] = objects.count - 1
    return .reference(objects.count - 1)
  }

  package mutating func collection(_ kind: ArchiveClass, _ members: [ArchiveValue]) -> ArchiveValue
  {
    add(kind, [("NS.objects", .array(members))])
  }

  package mutating func dictionary(
    _ pairs: [(String, ArchiveValue)], _ kind: ArchiveClass = .mutableDictionary
  ) -> ArchiveValue {
    let keys = pairs.map { text($0.0) }
    return add(kind, [("NS.keys", .array(keys)), ("NS.objects", .array(pairs.map(\.1)))])
  }

  private mutating func value(
    _ kind: ArchiveClass, _ members: [(String, ArchiveValue)]
  ) -> ArchiveValue {
    if classes[kind] == nil {
      let names = kind.names.map(ArchiveValue.text)
      objects.append(.dictionary([("$classes", .array(names)), ("$classname", names[0])]))
      classes[kind] = objects.count - 1
    }
    return .dictionary(members + [("$class", .reference(classes[kind] ?? 0))])
  }

  /// The archive as a binary property list.
  package func list(root: ArchiveValue) -> Data {
    BinaryPropertyListWriter.list(
      of: .dictionary([
        ("$version", .integer(100_000)), ("$archiver", .text("NSKeyedArchiver")),
        ("$top", .dictionary([("root", root)])), ("$objects", .array(objects)),
      ]))
  }
}

/// The class of an archived object.
package struct ArchiveClass: Hashable, Sendable {
  /// The class and its superclasses.
  fileprivate let names: [String]

  package init(_ name: String, _ ancestors: String...) { names = [name] + ancestors + ["NSObject"] }

  package static let array = ArchiveClass("NSArray")
  package static let mutableArray = ArchiveClass("NSMutableArray", "NSArray")
  package static let dictionary = ArchiveClass("NSDictionary")
  package static let mutableDictionary = ArchiveClass("NSMutableDictionary", "NSDictionary")
  package static let set = ArchiveClass("NSSet")
  package static let date = ArchiveClass("NSDate")
  package static let uuid = ArchiveClass("NSUUID")
}
