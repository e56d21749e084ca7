import CodableStorage
import CoreDataFormat
import DataSchema
import Foundation
import Locks
import SQLCore

/// How one model class meets its table: names resolved once, for as long as a container lives.
///
/// Properties are numbered in the order of the class's `schemaMetadata`, which is the order that
/// generated code uses; statements list their columns in that order too.
class EntityBinding: @unchecked Sendable {
  // `@unchecked`: everything is set in `init` and never changes; the key paths within are
  // immutable values that the standard library does not mark Sendable.

  let modelType: any PersistentModel.Type
  let name: String
  let table: EntityTable
  let store: SQLiteStore
  /// Which identity map of a context the entity's instances stand in: one for each entity tree.
  let mapIndex: Int
  let reference: EntityReference
  let temporaryReference: EntityReference
  let properties: [PropertyBinding]
  /// Made for the first of them: most programs that open a store use few of its entities at once.
  var statements: EntityStatements {
    knownStatements.value { EntityStatements(table: table, properties: properties) }
  }
  private let knownStatements = MadeOnce<EntityStatements>()
  /// Nil where all values stand in the table.
  let external: ExternalProperties?
  /// Whether other entities keep their rows in the same table.
  let sharesTable: Bool
  /// The uniqueness constraints as groups of property numbers.
  let uniqueness: [[Int]]

  /// Made when a key path is met that is no property's: the runtime makes the first key path through
  /// a protocol with a search of the whole program.
  private let identityPaths = Mutex<IdentityPaths?>(nil)
  private let knownPaths = Mutex<[ObjectIdentifier: KnownPath]>([:])

  // Set by `RelationshipBinding.connect` before anyone shares the binding.

  /// The relationships in the order of the properties.
  var relationships: [RelationshipBinding] = []
  /// The same by property number.
  var relationshipsByProperty: [RelationshipBinding?] = []
  /// The relationships that lead here, those of other entities and the entity's own.
  var incoming: [RelationshipBinding] = []
  let relationshipDescriptions: [String: RelationshipDescription]

  init(
    _ modelType: any PersistentModel.Type, entity: EntityDescription, table: EntityTable,
    store: SQLiteStore, mapIndex: Int, sharesTable: Bool
  ) throws {
    self.modelType = modelType
    name = entity.name
    self.table = table
    self.store = store
    self.mapIndex = mapIndex
    self.sharesTable = sharesTable
    reference = .reference(store: store.identifier, entity: entity.name)
    temporaryReference = .reference(store: nil, entity: entity.name)
    relationshipDescriptions = entity.relationshipDescriptions
    let metadata = modelType.schemaMetadata.filter { !$0.name.isEmpty }
    properties = try metadata.map { try PropertyBinding($0, entity: entity, table: table) }
    external =
      sharesTable || properties.contains { $0.columns.contains(where: \.holdsExternalData) }
      ? ExternalProperties(table.table, properties, in: store.tableMap) : nil
    let numbers = Dictionary(
      properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    uniqueness = entity.uniquenessConstraints.map { $0.compactMap { numbers[$0] } }
  }

  /// The number of the property that `keyPath` leads to, or nil.
  func propertyNumber(of keyPath: AnyKeyPath) -> Int? {
    if let number = storedNumber(of: keyPath) { return number }
    let identity = identity
    return identity.identity.contains(keyPath) ? identity.ownID : nil
  }

  /// The number of the property whose own key path this is, or nil.
  ///
  /// Key paths that were seen before are found by their address: to hash or compare one means going
  /// through its parts, and a program mostly has one object for each place in its code.
  private func storedNumber(of keyPath: AnyKeyPath) -> Int? {
    let address = ObjectIdentifier(keyPath)
    if let known = knownPaths.withLock({ $0[address] }) { return known.number }
    let valueType = type(of: keyPath).valueType
    let number = properties.firstIndex {
      $0.metadata.valueType == valueType && $0.keyPath == keyPath
    }
    knownPaths.withLock { known in
      if known.count < Self.knownPathLimit {
        known[address] = KnownPath(keyPath: keyPath, number: number)
      }
    }
    return number
  }

  /// Key paths may be made again and again at run time.
  private static let knownPathLimit = 1_000

  /// Whether a key path leads to the persistent identifier; a property `id` of the model's own does
  /// not.
  package func isIdentifier(_ keyPath: AnyKeyPath) -> Bool {
    if storedNumber(of: keyPath) != nil { return false }
    let identity = identity
    if identity.identifiers.contains(keyPath) { return true }
    return identity.ownID == nil && identity.identity.contains(keyPath)
      && type(of: keyPath).valueType == PersistentIdentifier.self
  }

  private var identity: IdentityPaths {
    if let known = identityPaths.withLock({ $0 }) { return known }
    let made = IdentityPaths(
      identifiers: Set(Self.identifierKeyPaths), identity: Set(Self.identityKeyPaths),
      ownID: properties.firstIndex { $0.name == "id" })
    identityPaths.withLock { $0 = made }
    return made
  }

  /// The key paths that lead to the persistent identifier in every model.
  class var identifierKeyPaths: [AnyKeyPath] { [] }
  /// The key paths that lead to the model's `id`, whatever that is.
  class var identityKeyPaths: [AnyKeyPath] { [] }

  /// Makes an instance without values.
  func makeFault() -> any PersistentModel { preconditionFailure("overridden by every binding") }
  func state(of object: AnyObject) -> UnsafeMutablePointer<_ModelState>? { nil }
  func load(_ object: AnyObject, _ row: _RowLoader) {}
  func load(_ backing: StoredBackingData, _ row: _RowLoader) {}
  func bind(_ object: AnyObject, _ row: _RowBinder) {}
  func unload(_ object: AnyObject, _ mask: UInt64) {}
  /// The instance as a model.
  func model(_ object: AnyObject) -> any PersistentModel {
    preconditionFailure("overridden by every binding")
  }
  /// Where an instance of a class that `@Model` wrote has the relationship of that number; nil for
  /// other classes and properties.
  func link(of object: AnyObject, _ index: Int) -> _Link? { nil }
  /// Where an instance whose class was written by hand keeps a relationship.
  func link(of object: AnyObject, _ relationship: RelationshipBinding) -> RelationshipLink {
    preconditionFailure("overridden by bindings of classes written by hand")
  }
  /// Tells the observers of the properties in `mask` that they change, and runs `body` between.
  func mutate(_ object: AnyObject, _ mask: UInt64, _ body: () -> Void) { body() }
  /// The instances for the rows of a running statement, uniqued by the context's identity map.
  ///
  /// The key that stands in a further column of each row goes into `owning`.
  func materialize(
    _ statement: any PreparedStatement, in context: ModelContext, _ columns: RowColumns,
    _ owning: OwnerColumn?
  ) throws -> [AnyObject] { [] }
}

extension EntityBinding {
  /// The instances for the rows of a running statement, uniqued by the context's identity map.
  func materialize(
    _ statement: any PreparedStatement, in context: ModelContext, _ columns: RowColumns
  ) throws -> [AnyObject] { try materialize(statement, in: context, columns, nil) }

  /// Whether no relationship starts or ends here.
  var isAlone: Bool { relationships.isEmpty && incoming.isEmpty }

  /// The codec of property `index`, whose values are of `type`.
  func codec<Value>(_ index: Int, _ type: Value.Type) throws -> ValueCodec<Value> {
    let property = properties[index]
    if let codec = property.codec, Swift.type(of: codec) == ValueCodec<Value>.self {
      return unsafeDowncast(codec, to: ValueCodec<Value>.self)
    }
    return try ValueCodec.make(for: type, propertyName: property.name)
  }

  func transformer(_ index: Int) throws -> AttributeTransformer {
    guard let transformer = properties[index].transformer else {
      throw SwiftDataError.unsupportedModel.explained(
        "The property has no value transformer.", entity: name, property: properties[index].name)
    }
    return try AttributeTransformer(named: transformer)
  }

  /// What a non-optional property reads as where its column is NULL.
  func missing<Value>(_ index: Int, _ type: Value.Type) -> Value? {
    if let value = properties[index].metadata.defaultValue as? Value { return value }
    return MissingValue.placeholder(type)
  }

  func cannotRead(_ index: Int, _ error: any Error) -> any Error {
    SwiftDataError.valueCannotBeRead.explained(
      "The stored value is none of \(valueType(index)).", entity: name,
      property: properties[index].name, advice: "Read it as the type it was written with.",
      underlying: error)
  }

  func cannotStore(_ index: Int, _ error: any Error) -> any Error {
    SwiftDataError.valueCannotBeStored.explained(
      "The value of type \(valueType(index)) could not be encoded.", entity: name,
      property: properties[index].name, underlying: error)
  }

  private func valueType(_ index: Int) -> any Any.Type {
    properties[index].metadata.valueType
  }
}

extension EntityDescription {
  /// The relationships by name, inherited ones left out.
  fileprivate var relationshipDescriptions: [String: RelationshipDescription] {
    var found: [String: RelationshipDescription] = [:]
    for case .relationship(let relationship) in properties {
      found[relationship.name] = relationship
    }
    return found
  }
}

/// A key path that was looked up, which is held so that no other gets its address.
private struct KnownPath: @unchecked Sendable {
  // `@unchecked`: an immutable value, which the standard library does not mark Sendable.

  let keyPath: AnyKeyPath
  /// The number of the property; nil where it is none.
  let number: Int?
}

/// The key paths that lead to what tells a model from others.
private final class IdentityPaths: @unchecked Sendable {
  // `@unchecked`: immutable values, which the standard library does not mark Sendable.

  /// Those that lead to the persistent identifier in every model.
  let identifiers: Set<AnyKeyPath>
  /// Those that lead to the model's `id`, whatever that is.
  let identity: Set<AnyKeyPath>
  /// The number of the property `id` of the model's own; nil for none.
  let ownID: Int?

  init(identifiers: Set<AnyKeyPath>, identity: Set<AnyKeyPath>, ownID: Int?) {
    (self.identifiers, self.identity, self.ownID) = (identifiers, identity, ownID)
  }
}
