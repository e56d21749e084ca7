import CodableStorage
import CoreDataFormat
import Foundation
import Locks
import RecordStore
import SQLCore

/// The mapping of one model class to its table, resolved once for the lifetime of a container.
///
/// Property indexes follow the order of the class's `schemaMetadata`, which generated code uses
/// too. Statements list their columns in the same order.
class EntityBinding: @unchecked Sendable {
  // `@unchecked`: everything is set in `init` and never changes; the key paths within are
  // immutable values that the standard library does not mark Sendable.

  let modelType: any PersistentModel.Type
  let name: String
  let store: any ModelStore
  /// The store's own identifiers; nil if an identifier contains the row's key.
  let identifiers: RowIdentifiers?
  /// The rows of the entity.
  let record: RecordEntity
  /// The index of the identity map, in each context, that contains the entity's instances: one for
  /// each entity tree.
  let mapIndex: Int
  let reference: EntityReference
  let temporaryReference: EntityReference
  let properties: [PropertyBinding]
  /// Whether the class inherits from another model.
  let hasSuperclass: Bool
  /// Whether other models inherit from the class, so that an instance may be of a subclass.
  let hasSubclasses: Bool

  /// Computed when a key path is used that is not one of a property.
  ///
  /// Creating the first key path through a protocol makes the runtime search the whole program.
  private let identityPaths = Lazy<IdentityPaths>()
  private let knownPaths = Mutex(TypeTable<KnownPath>())
  let knownRoutes = Mutex(KnownRoutes())

  // Set in `init`, after everything else.

  /// The relationships in the order of the properties.
  @exclusivity(unchecked) var relationships: [RelationshipBinding] = []
  /// The relationships by property index.
  @exclusivity(unchecked) var relationshipsByProperty: [RelationshipBinding?] = []

  /// Whether a value that is not of its property's type stays unloaded until it is read.
  ///
  /// Set before the container's core is shared.
  final var toleratesUnreadable = false

  /// The properties that a search of the model covers, if its configuration specifies them.
  ///
  /// Set before the container's core is shared.
  final var declaredSearch: ModelSearch?
  private let knownSearch = Lazy<ModelSearch>()
  /// The properties that a search of the model covers.
  final var search: ModelSearch {
    declaredSearch ?? knownSearch.value { ModelSearch(ofAllTextsIn: modelType) }
  }

  /// The bindings of the store, which retain this one and live as long as the container's core.
  unowned let siblings: StoreBindings
  /// Whether references and arrays of models are accessed in place, as those of `AnyObject`.
  let sharesLayout = SlotLayout.isTrusted
  /// The cached value of `mayLeadBack`: 1 or 0, or -1 while it is unknown.
  private let knownCircle = Atomic<Int8>(-1)
  private let knownIncoming = Lazy<[RelationshipBinding]>()

  /// The relationships that lead to this entity, from other entities and from itself.
  var incoming: [RelationshipBinding] {
    knownIncoming.value { record.incoming.compactMap(siblings.relationship) }
  }

  required init(
    _ modelType: any PersistentModel.Type, _ record: RecordEntity, in siblings: StoreBindings
  ) {
    self.siblings = siblings
    self.modelType = modelType
    self.record = record
    name = record.name
    store = siblings.store
    identifiers = store.identifiers
    mapIndex = siblings.mapIndex(ofTree: record.treeIndex)
    reference = .reference(store: store.identifier, entity: name)
    temporaryReference = .reference(store: nil, entity: name)
    hasSuperclass = record.superentity != nil
    hasSubclasses = record.hasSubentities
    properties = zip(Self.storedMetadata(of: modelType), record.properties).map(
      PropertyBinding.init)
    makeRelationships()
  }

  /// The metadata of a class's stored properties, in the order of their indexes.
  static func storedMetadata(
    of type: any PersistentModel.Type
  ) -> [Schema.PropertyMetadata] { type.schemaMetadata.filter { !$0.name.isEmpty } }

  /// The index of the property that `keyPath` leads to, or nil.
  func propertyNumber(of keyPath: AnyKeyPath) -> Int? {
    if let number = storedNumber(of: keyPath) { return number }
    let identity = identity
    return identity.identity.contains(keyPath) ? identity.ownID : nil
  }

  /// The index of the property with exactly this key path, or nil.
  ///
  /// Known key paths are found by their address. Hashing or comparing a key path walks through its
  /// components, and a program mostly has one object for each key path in its code.
  private func storedNumber(of keyPath: AnyKeyPath) -> Int? {
    let address = ObjectIdentifier(keyPath)
    if let known = knownPaths.withLock({ $0[address] }) { return known.number }
    let valueType = type(of: keyPath).valueType
    let number = properties.firstIndex {
      $0.metadata.valueType == valueType && $0.keyPath == keyPath
    }
    knownPaths.withLock { known in
      if known.count < Self.knownPathLimit {
        known.set(address, to: KnownPath(keyPath: keyPath, number: number))
      }
    }
    return number
  }

  /// A limit is needed because key paths may be created repeatedly at run time.
  private static let knownPathLimit = 1_000

  /// Whether a key path leads to the persistent identifier; false for a property `id` that the
  /// model declares.
  package func isIdentifier(_ keyPath: AnyKeyPath) -> Bool {
    if storedNumber(of: keyPath) != nil { return false }
    let identity = identity
    if identity.identifiers.contains(keyPath) { return true }
    return identity.ownID == nil && identity.identity.contains(keyPath)
      && type(of: keyPath).valueType == PersistentIdentifier.self
  }

  private var identity: IdentityPaths {
    identityPaths.value {
      IdentityPaths(
        identifiers: Set(Self.identifierKeyPaths), identity: Set(Self.identityKeyPaths),
        ownID: properties.firstIndex { $0.name == "id" })
    }
  }

  /// The key paths that lead to the persistent identifier in every model.
  class var identifierKeyPaths: [AnyKeyPath] { [] }
  /// The key paths that lead to the model's `id`, whether declared by the model or not.
  class var identityKeyPaths: [AnyKeyPath] { [] }

  /// Creates an instance without values.
  func makeFault() -> any PersistentModel { preconditionFailure("overridden by every binding") }
  func state(of object: AnyObject) -> UnsafeMutablePointer<_ModelState>? { nil }
  func load(_ object: AnyObject, _ row: _RowLoader) {}
  func load(_ backing: StoredBackingData, _ row: _RowLoader) {}
  func bind(_ object: AnyObject, _ row: _RowBinder) {}
  /// Unloads the values of the properties in `mask`.
  func unload(_ object: AnyObject, _ mask: PropertyMask) {}
  /// The instance as a model.
  func model(_ object: AnyObject) -> any PersistentModel {
    preconditionFailure("overridden by every binding")
  }
  /// The slot of the relationship at a property index in an instance of a `@Model` class; nil for
  /// other classes and properties.
  func link(of object: AnyObject, _ index: Int) -> _Link? { nil }
  /// The slot in which an instance stores a relationship.
  func link(of object: AnyObject, _ relationship: RelationshipBinding) -> RelationshipLink {
    guard let link = link(of: object, relationship.index) else {
      preconditionFailure("overridden by bindings of classes written by hand")
    }
    return relationship.link(at: link.content, link.key)
  }
  /// Runs `body` between notifying the observers of the properties in `mask` before and after the
  /// change.
  func mutate(_ object: AnyObject, _ mask: PropertyMask, _ body: () -> Void) { body() }
  /// Runs `body` between notifying the observers of one property before and after the change.
  func mutate(_ object: AnyObject, property index: Int, _ body: () -> Void) { body() }
  /// Whether an instance of a model of the table is of this class or a subclass.
  func holds(_ object: AnyObject) -> Bool { true }
  /// The instance for the loader's current row, uniqued by the context's identity map.
  func materialize(
    _ key: Int64, _ rows: any RowCursor, _ loader: _RowLoader, in registry: InstanceRegistry,
    _ session: any ModelStoreSession, _ marks: ResultMarks
  ) -> (object: Unmanaged<AnyObject>, isNew: Bool) {
    preconditionFailure("overridden by bindings of classes that may inherit")
  }
  /// The instances for rows, uniqued by the context's identity map.
  ///
  /// The key in an additional column of each row is appended to `owning`.
  func materialize(
    _ rows: any RowCursor, in registry: InstanceRegistry, _ columns: RowColumns,
    _ owning: OwnerColumn?
  ) throws -> [AnyObject] { [] }
}

extension EntityBinding {
  /// The properties with external storage; nil if all values are stored in the table.
  var external: ExternalProperties? { record.external }
  /// Whether the entity has no relationships and is not the destination of any.
  var isAlone: Bool { record.isAlone }
  /// Whether other entities store their rows in the same table.
  var sharesTable: Bool { record.sharesTable }
  /// The uniqueness constraints as groups of property indexes.
  var uniqueness: [[Int]] { record.uniqueness }
  var statements: EntityStatements { record.statements }
  var table: EntityTable { record.table }

  /// The instances for rows, uniqued by the context's identity map.
  func materialize(
    _ rows: any RowCursor, in registry: InstanceRegistry, _ columns: RowColumns
  ) throws -> [AnyObject] { try materialize(rows, in: registry, columns, nil) }

  /// Whether a model can be reached from itself through models of other classes, without following
  /// the inverse of the relationship that was just followed.
  var mayLeadBack: Bool {
    let known = knownCircle.load(ordering: .relaxed)
    if known >= 0 { return known > 0 }
    let leadsBack = record.leadsBack
    knownCircle.store(leadsBack ? 1 : 0, ordering: .relaxed)
    return leadsBack
  }

  /// The mask of all properties.
  var everyProperty: PropertyMask { PropertyMask(properties.indices) }

  /// The codec of the property at `index`, whose values are of `type`.
  func codec<Value>(_ index: Int, _ type: Value.Type) throws -> ValueCodec<Value> {
    let property = properties[index]
    if let codec = property.codec, Swift.type(of: codec) == ValueCodec<Value>.self {
      return unsafeDowncast(codec, to: ValueCodec<Value>.self)
    }
    guard !property.isWhole else {
      return try WholeCodec.codec(for: type, propertyName: property.name).typed(as: type)
        ?? ValueCodec.make(for: type, propertyName: property.name)
    }
    return try ValueCodec.make(for: type, propertyName: property.name)
  }

  func transformer(_ index: Int) throws -> AttributeTransformer {
    guard let transformer = properties[index].transformer else {
      throw SwiftDataError.unsupportedModel.explained(
        "The value cannot be converted, because the property has no value transformer.",
        entity: name, property: properties[index].name,
        advice: "Declare one with @Attribute(.transformable(by:)).")
    }
    return try AttributeTransformer(named: transformer)
  }

  /// The value of a non-optional property whose column is NULL, or that has no column.
  ///
  /// A floating-point number is NaN, because Apple's frameworks store NaN as NULL.
  func missing<Value>(_ index: Int, _ type: Value.Type) -> Value? {
    if !properties[index].columns.isEmpty, let scalar = type as? any StorableScalar.Type,
      let number = Self.notANumber(scalar) as? Value
    {
      return number
    }
    if let value = properties[index].metadata.defaultValue as? Value { return value }
    return PlaceholderValue.make(type)
  }

  private static func notANumber<Scalar: StorableScalar>(_ type: Scalar.Type) -> Any? {
    type is any BinaryFloatingPoint.Type ? type.valueOfNull : nil
  }

  /// The error for a row whose key is not valid: negative keys belong to models that were never
  /// saved.
  func impossibleKey(_ key: Int64) -> SwiftDataError {
    store.impossibleKey(key, of: name)
  }

  func cannotStore(_ index: Int, _ error: any Error) -> any Error {
    SwiftDataError.valueCannotBeStored.explained(
      "The value of type \(typeText(properties[index].metadata.valueType)) could not be encoded.",
      entity: name, property: properties[index].name,
      advice: SwiftDataError.advice(
        of: error, or: "Set a value that can be encoded, or correct how its type encodes itself."),
      underlying: error)
  }
}

/// A key path that was looked up; retained so that no other key path gets its address.
private struct KnownPath: @unchecked Sendable {
  // `@unchecked`: an immutable value, which the standard library does not mark Sendable.

  let keyPath: AnyKeyPath
  /// The index of the property; nil if the key path is not one of a property.
  let number: Int?
}

/// The key paths that lead to a model's identifiers.
private final class IdentityPaths: @unchecked Sendable {
  // `@unchecked`: immutable values, which the standard library does not mark Sendable.

  /// The key paths that lead to the persistent identifier in every model.
  let identifiers: Set<AnyKeyPath>
  /// The key paths that lead to the model's `id`, whether declared by the model or not.
  let identity: Set<AnyKeyPath>
  /// The index of a property `id` that the model declares; nil for none.
  let ownID: Int?

  init(identifiers: Set<AnyKeyPath>, identity: Set<AnyKeyPath>, ownID: Int?) {
    (self.identifiers, self.identity, self.ownID) = (identifiers, identity, ownID)
  }
}
