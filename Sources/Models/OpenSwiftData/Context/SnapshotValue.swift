import CodableStorage
import Foundation

/// The value of one property in a snapshot.
enum SnapshotValue: @unchecked Sendable {
  // `@unchecked`: attributes are values of types that a store encodes and decodes on any thread;
  // class instances are copied when the snapshot is created.

  /// Nil, for an attribute or a relationship.
  case null
  case attribute(any Codable)
  /// The output of a value transformer.
  case transformed(Data)
  case target(PersistentIdentifier)
  case members([PersistentIdentifier])
  /// The error of a value that could not be read; code that needs the value throws it.
  case unreadable(SwiftDataError)

  /// The models that a relationship leads to; empty for an attribute.
  var others: [PersistentIdentifier] {
    switch self {
    case .target(let target): [target]
    case .members(let members): members
    default: []
    }
  }

  /// The relationship without some of the models that it leads to.
  func without(_ others: Set<PersistentIdentifier>) -> SnapshotValue {
    switch self {
    case .target(let target): others.contains(target) ? .null : self
    case .members(let members): .members(members.filter { !others.contains($0) })
    default: self
    }
  }

  /// The value with some identifiers replaced.
  func remapped(_ identifiers: [PersistentIdentifier: PersistentIdentifier]) -> SnapshotValue {
    switch self {
    case .target(let target): .target(identifiers[target] ?? target)
    case .members(let members): .members(members.map { identifiers[$0] ?? $0 })
    default: self
    }
  }
}

extension SnapshotValue {
  /// Whether both values are the same; false also if that cannot be determined.
  func isSame(as other: SnapshotValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.attribute(let left), .attribute(let right)): Self.areSame(left, right)
    case (.transformed(let left), .transformed(let right)): left == right
    case (.target(let left), .target(let right)): left == right
    case (.members(let left), .members(let right)): left == right
    default: false
    }
  }

  /// Whether two values have the same encoding.
  ///
  /// `==` ignores some differences, such as the normal form of strings, and properties that a type
  /// does not compare.
  private static func areSame<Value: Codable>(_ left: Value, _ right: any Codable) -> Bool {
    guard let right = right as? Value else { return false }
    if let left = left as? String, let right = right as? String {
      return left.utf8.elementsEqual(right.utf8)
    }
    if let left = left as? Double, let right = right as? Double {
      return left.bitPattern == right.bitPattern
    }
    if KnownScalars.contains(Value.self), let left = left as? any Equatable {
      return areEqual(left, right)
    }
    // Sets are encoded in varying order.
    if let left = left as? any UnorderedElements { return left.hasSameElements(as: right) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let left = try? encoder.encode(left), let right = try? encoder.encode(right) else {
      return false
    }
    return left == right
  }

  private static func areEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
    guard let right = right as? Value else { return false }
    // NaN differs from itself.
    return left == right || left != left && right != right
  }
}

/// A collection whose elements are unordered.
private protocol UnorderedElements {
  func hasSameElements(as other: Any) -> Bool
}

extension Set: UnorderedElements {
  func hasSameElements(as other: Any) -> Bool { other as? Set == self }
}
