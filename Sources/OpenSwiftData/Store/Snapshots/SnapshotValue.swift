import CodableStorage
import Foundation

/// What a snapshot holds of one property.
enum SnapshotValue: @unchecked Sendable {
  // `@unchecked`: attributes are values of types that a store codes wherever it is used; instances of
  // classes are copied when they are taken.

  /// Nobody and nothing: nil.
  case null
  case attribute(any Codable)
  /// What a value transformer made of the value.
  case transformed(Data)
  case target(PersistentIdentifier)
  case members([PersistentIdentifier])
  /// The value could not be taken; who needs it throws the error.
  case unreadable(SwiftDataError)

  /// The models that a relationship leads to; none for an attribute.
  var others: [PersistentIdentifier] {
    switch self {
    case .target(let target): [target]
    case .members(let members): members
    default: []
    }
  }

  /// The same relationship without some of the models that it leads to.
  func without(_ others: Set<PersistentIdentifier>) -> SnapshotValue {
    switch self {
    case .target(let target): others.contains(target) ? .null : self
    case .members(let members): .members(members.filter { !others.contains($0) })
    default: self
    }
  }

  /// The same with other identifiers in the place of some.
  func remapped(_ identifiers: [PersistentIdentifier: PersistentIdentifier]) -> SnapshotValue {
    switch self {
    case .target(let target): .target(identifiers[target] ?? target)
    case .members(let members): .members(members.map { identifiers[$0] ?? $0 })
    default: self
    }
  }
}

extension SnapshotValue {
  /// Whether both say the same; false also where that cannot be told.
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

  /// Whether two values are coded alike: what is `==` may differ, as strings do that are written
  /// another way, and types that compare some of their parts only.
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
    // Sets are coded in whatever order they have at the time.
    if let left = left as? any UnorderedElements { return left.hasSameElements(as: right) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let left = try? encoder.encode(left), let right = try? encoder.encode(right) else {
      return false
    }
    return left == right
  }

  private static func areEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
    right as? Value == left
  }
}

/// A collection whose elements have no order.
private protocol UnorderedElements {
  func hasSameElements(as other: Any) -> Bool
}

extension Set: UnorderedElements {
  func hasSameElements(as other: Any) -> Bool { other as? Set == self }
}
