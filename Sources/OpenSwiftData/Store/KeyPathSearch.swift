import CodableStorage

/// Finds the properties that a key path passes on its way along to-one relationships.
///
/// Key paths can be joined and compared, but not taken apart. So those that a model's properties make
/// are joined, the short ones first, until one is the key path looked for.
///
/// One that is joined at a `?` is not equal to the literal that reads the same: the runtime notes in the
/// former how far one could write through it, while nothing is written through `?`. Both have the same
/// type and the same hash, though, into which go all components and the types between them. That says
/// as much, since two key paths of one type and with one hash of 64 bits that differ are not to be met.
///
/// Not found is what passes a relationship with `.` or `!` behind a `?` (`\Item.trip?.owner!.name`): what
/// can be joined there wraps its value in an optional first.
struct KeyPathSearch {
  private let target: AnyKeyPath
  private let hash: Int
  private let ending: AnyKeyPath?
  /// The type of the last property's value, and what that wraps.
  private let (endType, wrappedEndType): (any Any.Type, (any Any.Type)?)
  private(set) var joinCount = 0

  /// How many key paths are joined at most; a key path that is not found costs a few milliseconds
  /// then, once.
  private static let joinLimit = 2_000
  /// How many properties are passed at most: relationships may lead in circles.
  private static let lengthLimit = 8

  /// - Parameters:
  ///   - keyPath: The key path to look for.
  ///   - ending: What it does with the last property's value; nil for nothing.
  init(for keyPath: AnyKeyPath, ending: AnyKeyPath?) {
    target = keyPath
    hash = keyPath.hashValue
    self.ending = ending
    let endType = ending.map { type(of: $0).rootType } ?? type(of: keyPath).valueType
    self.endType = endType
    wrappedEndType = TypeMetadata.wrappedType(of: endType)
  }

  /// The way from the root to the model that has the next property.
  private struct Start {
    /// nil at the root.
    var keyPath: AnyKeyPath?
    /// Whether the model stands in an optional.
    var isOptional: Bool
    var binding: EntityBinding
    var passed: [AnyKeyPath]

    /// A property's key path from the root; nil where it cannot be made.
    func joined(to property: PropertyBinding) -> AnyKeyPath? {
      guard let keyPath else { return property.keyPath }
      let next = isOptional ? property.metadata.lazyKeyPath.throughOptional : property.keyPath
      return next.flatMap { keyPath.appending(path: $0) }
    }
  }

  /// The key paths of the properties that are passed; nil where nothing is found, or more than one.
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
      // What passes `?` has an optional value.
      if wrappedEndType != nil {
        next.keyPath = keyPath
        next.isOptional = true
        further.append(next)
      }
    }
  }
}

/// An optional type, seen without knowing what it wraps.
private protocol ForcedOptional {
  /// The key path that unwraps with `!`.
  static var forcing: AnyKeyPath { get }
}

extension Optional: ForcedOptional {
  fileprivate static var forcing: AnyKeyPath { \Self.self! }
}
