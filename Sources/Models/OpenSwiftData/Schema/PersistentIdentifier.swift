import Foundation
import Locks

/// The identity of a model instance across contexts, processes and launches.
///
/// An instance that was never saved has a temporary identifier without a store; saving gives it its
/// permanent one.
public struct PersistentIdentifier: Hashable, Identifiable, Comparable, Codable, Sendable {
  /// An opaque value that represents the identifier.
  public struct ID: Hashable, Sendable {
    let identifier: PersistentIdentifier

    init(_ identifier: PersistentIdentifier) { self.identifier = identifier }
  }

  /// A primary key that is not an integer; custom stores may use such keys.
  final class CustomKey: Hashable, Sendable {
    /// The key as JSON, which is unambiguous for every Codable type.
    let json: String

    init(json: String) { self.json = json }

    static func == (lhs: CustomKey, rhs: CustomKey) -> Bool { lhs.json == rhs.json }
    func hash(into hasher: inout Hasher) { hasher.combine(json) }
  }

  /// Unmanaged because references are immortal: copying an identifier does no reference counting.
  private let entityReference: Unmanaged<EntityReference>
  /// The primary key; negative while temporary.
  let key: Int64
  let customKey: CustomKey?

  init(entity: EntityReference, key: Int64, customKey: CustomKey? = nil) {
    entityReference = .passUnretained(entity)
    self.key = key
    self.customKey = customKey
  }

  var entity: EntityReference { entityReference.takeUnretainedValue() }

  /// An opaque value that represents the identifier.
  public var id: ID { ID(self) }

  /// The name of the entity the instance belongs to.
  public var entityName: String { entity.entityName }

  /// The identifier of the store that holds the instance; nil while the identifier is temporary.
  public var storeIdentifier: String? { entity.storeIdentifier }

  var isTemporary: Bool { entity.storeIdentifier == nil }

  /// Whether both identify the same instance.
  public static func == (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    lhs.key == rhs.key && lhs.entity === rhs.entity && lhs.customKey == rhs.customKey
  }

  /// Feeds the identifier into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    if let customKey { hasher.combine(customKey) }
  }

  /// Orders identifiers by store, entity and primary key.
  public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    if lhs.entity !== rhs.entity {
      let left = (lhs.storeIdentifier ?? "", lhs.entityName)
      return left < (rhs.storeIdentifier ?? "", rhs.entityName)
    }
    if lhs.key != rhs.key { return lhs.key < rhs.key }
    return (lhs.customKey?.json ?? "") < (rhs.customKey?.json ?? "")
  }

  private static let lastTemporaryKey = Atomic<Int64>(0)

  /// A key that no other unsaved instance of this process has.
  static func nextTemporaryKey() -> Int64 {
    lastTemporaryKey.subtract(1, ordering: .relaxed).newValue
  }
}

extension PersistentIdentifier {
  /// The identifier of the instance that a custom store keeps under `primaryKey`.
  ///
  /// - Throws: Errors of encoding the key.
  public static func identifier<T>(
    for storeIdentifier: String, entityName: String, primaryKey: T
  ) throws -> PersistentIdentifier
  where T: Comparable & CustomStringConvertible & Decodable & Encodable & Hashable {
    let entity = EntityReference.reference(store: storeIdentifier, entity: entityName)
    if let integer = primaryKey as? any BinaryInteger, let key = Int64(exactly: integer) {
      return PersistentIdentifier(entity: entity, key: key)
    }
    let json = try JSONEncoder().encode([primaryKey])
    return PersistentIdentifier(
      entity: entity, key: 0, customKey: CustomKey(json: String(decoding: json, as: UTF8.self)))
  }
}
