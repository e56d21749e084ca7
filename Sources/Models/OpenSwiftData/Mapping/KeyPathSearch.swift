import CodableStorage

/// Finds the properties that a key path passes along to-one relationships.
///
/// Key paths can be joined and compared, but not taken apart. So the search joins the key paths of
/// a model's properties, the short ones first, until the result is the target key path.
///
/// A key path that was joined at a `?` does not equal the literal that reads the same. The runtime
/// records in the joined one how far it could be written through, while nothing is written through
/// `?`. But both have the same type and the same hash, which covers all components and the types
/// between them. So the search compares those; two different key paths with the same type and the
/// same 64-bit hash are not to be expected.
///
/// A key path that passes a relationship with `.` or `!` after a `?` is not found, such as
/// `\Item.trip?.owner!.name`. The key paths that can be joined at that point wrap their value in an
/// optional first.
struct KeyPathSearch {
  private let target: AnyKeyPath
  private let hash: Int
  private let ending: AnyKeyPath?
  /// The type of the last property's value, and the type that it wraps.
  private let (endType, wrappedEndType): (any Any.Type, (any Any.Type)?)
  private(set) var joinCount = 0

  /// The maximum number of joins; a key path that is not found costs a few milliseconds, once.
  private static let joinLimit = 2_000
  /// The maximum number of properties in a path, since relationships may be cyclic.
  private static let lengthLimit = 8

  /// - Parameters:
  ///   - keyPath: The key path to look for.
  ///   - ending: The key path that is applied to the last property's value; nil for none.
  init(for keyPath: AnyKeyPath, ending: AnyKeyPath?) {
    target = keyPath
    hash = keyPath.hashValue
    self.ending = ending
    let endType = ending.map { type(of: $0).rootType } ?? type(of: keyPath).valueType
    self.endType = endType
    wrappedEndType = TypeMetadata.wrappedType(of: endType)
  }

  /// The path from the root to the model with the next property.
  private struct Start {
    /// Nil at the root.
    var keyPath: AnyKeyPath?
    /// Whether the model is wrapped in an optional.
    var isOptional: Bool
    var binding: EntityBinding
    var passed: [AnyKeyPath]

    /// A property's key path from the root; nil if it cannot be made.
    func joined(to property: PropertyBinding) -> AnyKeyPath? {
      guard let keyPath else { return property.keyPath }
      let next = isOptional ? property.metadata.lazyKeyPath.throughOptional : property.keyPath
      return next.flatMap { keyPath.appending(path: $0) }
    }
  }

  /// The key paths of the passed properties; nil if none or more than one path is found.
  mutating func route(from binding: EntityBinding) -> [AnyKeyPath]? {
    guard type(of: target).rootType == binding.modelType else { return nil }
    var starts = [Start(keyPath: nil, isOptional: false, binding: binding, passed: [])]
    for _ in 0..<Self.lengthLimit where !starts.isEmpty {
      var found: [[AnyKeyPath]] = []
      for start in starts { collectEnds(of: start, in: &found) }
      if !found.isEmpty { return found.count == 1 ? found[0] : nil }
      var further: [Start] = []
      for start in starts { collectNext(of: start, in: &further) }
      guard joinCount < Self.joinLimit else { return nil }
      starts = further
    }
    return nil
  }

  private mutating func collectEnds(of start: Start, in found: inout [[AnyKeyPath]]) {
    for property in start.binding.properties where joinCount < Self.joinLimit {
      let type = property.metadata.valueType
      guard type == endType || start.isOptional && type == wrappedEndType else { continue }
      joinCount += 1
      if let whole = start.joined(to: property), isTarget(whole) {
        found.append(start.passed + [property.keyPath])
      }
    }
  }

  private func isTarget(_ keyPath: AnyKeyPath) -> Bool {
    let whole = ending.map { keyPath.appending(path: $0) } ?? keyPath
    guard let whole, type(of: whole) == type(of: target) else { return false }
    return whole.hashValue == hash
  }

  private mutating func collectNext(of start: Start, in further: inout [Start]) {
    for relationship in start.binding.relationships
    where !relationship.isToMany && joinCount < Self.joinLimit {
      let property = start.binding.properties[relationship.index]
      joinCount += 1
      guard let keyPath = start.joined(to: property) else { continue }
      var next = Start(
        keyPath: keyPath, isOptional: false, binding: relationship.destination,
        passed: start.passed + [property.keyPath])
      guard let optional = type(of: keyPath).valueType as? any ForcedOptional.Type else {
        further.append(next)
        continue
      }
      if !start.isOptional, let forced = keyPath.appending(path: optional.forcing) {
        next.keyPath = forced
        further.append(next)
      }
      // After `?` the value is optional.
      if wrappedEndType != nil {
        next.keyPath = keyPath
        next.isOptional = true
        further.append(next)
      }
    }
  }
}

/// An optional type whose wrapped type is not known.
private protocol ForcedOptional {
  /// The key path that unwraps with `!`.
  static var forcing: AnyKeyPath { get }
}

extension Optional: ForcedOptional {
  fileprivate static var forcing: AnyKeyPath { \Self.self! }
}
