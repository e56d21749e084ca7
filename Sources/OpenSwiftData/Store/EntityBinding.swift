import CodableStorage
import CoreDataFormat
import DataSchema
import Foundation
import Locks
import RecordStore
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
  let store: any ModelStore
  /// The store's own identifiers; nil where an identifier says the key of a row.
  let identifiers: RowIdentifiers?
  /// The rows of the entity.
  let record: RecordEntity
  /// Which identity map of a context the entity's instances stand in: one for each entity tree.
  let mapIndex: Int
  let reference: EntityReference
  let temporaryReference: EntityReference
  let properties: [PropertyBinding]
  /// Whether the class inherits from another model.
  let hasSuperclass: Bool
  /// Whether other models inherit from the class, so that an instance may be one of theirs.
  let hasSubclasses: Bool

  /// Made when a key path is met that is no property's: the runtime makes the first key path through
  /// a protocol with a search of the whole program.
  private let identityPaths = Lazy<IdentityPaths>()
  private let knownPaths = Mutex(TypeTable<KnownPath>())
  let knownRoutes = Mutex(KnownRoutes())

  // Set in `init`, when all else is there.

  /// The relationships in the order of the properties.
  @exclusivity(unchecked) var relationships: [RelationshipBinding] = []
  /// The same by property number.
  @exclusivity(unchecked) var relationshipsByProperty: [RelationshipBinding?] = []

  /// Whether a value that is none of its property's type stays unloaded until it is read; set before the container's
  /// core is shared.
  final var toleratesUnreadable = false

  /// What a search of the model looks at, where its configuration says so; set before the container's
  /// core is shared.
  final var declaredSearch: ModelSearch?
  private let knownSearch = Lazy<ModelSearch>()
  /// What a search of the model looks at.
  final var search: ModelSearch {
    declaredSearch ?? knownSearch.value { ModelSearch(ofAllTextsIn: modelType) }
  }

  /// Bindings live as long as the container's core, which whoever asks for others holds.
  unowned let lazy: LazyBinding
  /// Whether models are looked at through `AnyObject` where they stand.
  let sharesLayout = SlotLayout.isTrusted
  /// Whether `mayLeadBack`: 1 or 0, or -1 while that is not known.
  private let knownCircle = Atomic<Int8>(-1)
  private let knownIncoming = Lazy<[RelationshipBinding]>()

  /// The relationships that lead here, those of other entities and the entity's own.
  var incoming: [RelationshipBinding] {
    knownIncoming.value { lazy.incoming }
  }

  init(_ lazy: LazyBinding) {
    self.lazy = lazy
    modelType = lazy.modelType
    name = lazy.name
    store = lazy.store
    identifiers = store.identifiers
    mapIndex = lazy.mapIndex
    reference = .reference(store: store.identifier, entity: name)
    temporaryReference = .reference(store: nil, entity: name)
    let record = lazy.node.record
    self.record = record
    hasSuperclass = record.hasSuperentity
    hasSubclasses = record.hasSubentities
    properties = zip(Self.storedMetadata(of: modelType), record.properties).map(
      PropertyBinding.init)
    makeRelationships(lazy)
  }

  /// What a class says of its stored properties, in the order in which they are numbered.
  static func storedMetadata(
    of type: any PersistentModel.Type
  ) -> [Schema.PropertyMetadata] { type.schemaMetadata.filter { !$0.name.isEmpty } }

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
        known.set(address, to: KnownPath(keyPath: keyPath, number: number))
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
    identityPaths.value {
      IdentityPaths(
        identifiers: Set(Self.identifierKeyPaths), identity: Set(Self.identityKeyPaths),
        ownID: properties.firstIndex { $0.name == "id" })
    }
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
  /// Forgets the values of the properties in `mask`.
  func unload(_ object: AnyObject, _ mask: PropertyMask) {}
  /// The instance as a model.
  func model(_ object: AnyObject) -> any PersistentModel {
    preconditionFailure("overridden by every binding")
  }
  /// Where an instance of a class that `@Model` wrote has the relationship of that number; nil for
  /// other classes and properties.
  func link(of object: AnyObject, _ index: Int) -> _Link? { nil }
  /// Where an instance keeps a relationship, asked of the instance.
  func link(of object: AnyObject, _ relationship: RelationshipBinding) -> RelationshipLink {
    guard let link = link(of: object, relationship.index) else {
      preconditionFailure("overridden by bindings of classes written by hand")
    }
    return relationship.link(at: link.content, link.key)
  }
  /// Tells the observers of the properties in `mask` that they change, and runs `body` between.
  func mutate(_ object: AnyObject, _ mask: PropertyMask, _ body: () -> Void) { body() }
  /// Tells the observers of one property that it changes, and runs `body` between.
  func mutate(_ object: AnyObject, property index: Int, _ body: () -> Void) { body() }
  /// Whether an instance of a model of the table is of this class, or of one that inherits from it.
  func holds(_ object: AnyObject) -> Bool { true }
  /// The instance for the row that a loader stands at, uniqued by the context's identity map.
  func materialize(
    _ key: Int64, _ rows: any RowCursor, _ loader: _RowLoader, in context: ModelContext,
    _ session: any ModelStoreSession, _ marks: TreeRows.Marks
  ) -> (object: Unmanaged<AnyObject>, isNew: Bool) {
    preconditionFailure("overridden by bindings of classes that may inherit")
  }
  /// The instances for rows, uniqued by the context's identity map.
  ///
  /// The key that stands in a further column of each row goes into `owning`.
  func materialize(
    _ rows: any RowCursor, in context: ModelContext, _ columns: RowColumns,
    _ owning: OwnerColumn?
  ) throws -> [AnyObject] { [] }
}

extension EntityBinding {
  /// Nil where all values stand in the table.
  var external: ExternalProperties? { record.external }
  /// Whether no relationship starts or ends here.
  var isAlone: Bool { record.isAlone }
  /// Whether other entities keep their rows in the same table.
  var sharesTable: Bool { record.sharesTable }
  /// The uniqueness constraints as groups of property numbers.
  var uniqueness: [[Int]] { record.uniqueness }
  var statements: EntityStatements { record.statements }
  var table: EntityTable { record.table }

  /// The instances for rows, uniqued by the context's identity map.
  func materialize(
    _ rows: any RowCursor, in context: ModelContext, _ columns: RowColumns
  ) throws -> [AnyObject] { try materialize(rows, in: context, columns, nil) }

  /// Whether a model can be reached from itself through models of other classes, without going back the
  /// way that it came.
  var mayLeadBack: Bool {
    let known = knownCircle.load(ordering: .relaxed)
    if known >= 0 { return known > 0 }
    let leadsBack = record.node.leadsBack
    knownCircle.store(leadsBack ? 1 : 0, ordering: .relaxed)
    return leadsBack
  }

  /// The mask of all properties, each with a bit of its own.
  var everyProperty: PropertyMask { PropertyMask(properties.indices) }

  /// The codec of property `index`, whose values are of `type`.
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
        "The property has no value transformer.", entity: name, property: properties[index].name)
    }
    return try AttributeTransformer(named: transformer)
  }

  /// What a non-optional property reads as where its column is NULL, or where it has none.
  ///
  /// A number reads as NaN, for which Apple's frameworks leave NULL in the file.
  func missing<Value>(_ index: Int, _ type: Value.Type) -> Value? {
    if !properties[index].columns.isEmpty, let scalar = type as? any StorableScalar.Type,
      let number = Self.notANumber(scalar) as? Value
    {
      return number
    }
    if let value = properties[index].metadata.defaultValue as? Value { return value }
    return MissingValue.placeholder(type)
  }

  private static func notANumber<Scalar: StorableScalar>(_ type: Scalar.Type) -> Any? {
    type is any BinaryFloatingPoint.Type ? type.valueOfNull : nil
  }

  /// The error for a row whose key no row can have: numbers below zero are those of models that were
  /// never saved.
  func impossibleKey(_ key: Int64) -> SwiftDataError {
    store.impossibleKey(key, of: name)
  }

  func cannotStore(_ index: Int, _ error: any Error) -> any Error {
    SwiftDataError.valueCannotBeStored.explained(
      "The value of type \(typeText(properties[index].metadata.valueType)) could not be encoded.",
      entity: name, property: properties[index].name, underlying: error)
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
