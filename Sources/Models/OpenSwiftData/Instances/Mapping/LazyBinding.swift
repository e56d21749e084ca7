import RecordStore

/// A model class of a container, with the facts that other classes need.
///
/// Its `EntityBinding` is created when the class is first used.
final class LazyBinding: @unchecked Sendable {
  // `@unchecked`: `siblings` is set before the binding is shared.

  let modelType: any PersistentModel.Type
  /// The entity's rows.
  let record: RecordEntity
  let store: any ModelStore
  /// The index of the identity map, in each context, that contains the entity's instances: one for
  /// each entity tree.
  let mapIndex: Int
  /// The index, in the container, of the store's first relationship.
  let firstRelationship: Int
  /// The bindings of the store's entities, in the order of their nodes.
  private unowned var siblings: StoreBindings?

  private let made = Lazy<EntityBinding>()

  init(
    _ modelType: any PersistentModel.Type, _ record: RecordEntity, store: any ModelStore,
    mapIndex: Int,
    firstRelationship: Int
  ) {
    self.modelType = modelType
    self.record = record
    self.store = store
    self.mapIndex = mapIndex
    self.firstRelationship = firstRelationship
  }

  var name: String { record.name }

  var binding: EntityBinding {
    @inline(__always) get { made.value { makeBinding() } }
  }

  private func makeBinding() -> EntityBinding {
    unsafeDowncast(modelType._binding(to: self), to: EntityBinding.self)
  }

  /// The binding of another entity of the store.
  func sibling(_ record: RecordEntity) -> LazyBinding? { siblings?.bindings[record.index] }

  /// The superclass, if it is a model.
  var above: LazyBinding? { record.superentity.flatMap(sibling) }

  /// The subclasses, in the order of their entity numbers.
  var below: [LazyBinding] { record.descendants.compactMap(sibling) }

  /// The model class with a type, if it uses the same table; otherwise nil.
  func relative(_ type: any Any.Type) -> LazyBinding? {
    siblings?.bindings.first { $0.modelType == type && $0.record.treeIndex == record.treeIndex }
  }

  /// The relationships that lead to the entity or to others of its tree.
  var incoming: [RelationshipBinding] {
    record.incoming.compactMap { sibling($0.owner)?.binding.relationship($0.index) }
  }

  fileprivate func join(_ siblings: StoreBindings) { self.siblings = siblings }
}

/// The model classes of a store, with the schema of their rows.
final class StoreBindings: Sendable {
  let schema: RecordSchema
  let bindings: [LazyBinding]

  init(_ schema: RecordSchema, _ bindings: [LazyBinding]) {
    self.schema = schema
    self.bindings = bindings
    for binding in bindings { binding.join(self) }
  }

  /// The model class of a row entity.
  func binding(of entity: RecordEntity) -> EntityBinding { bindings[entity.index].binding }

  /// The relationship between instances for a relationship between rows.
  func relationship(_ relationship: RecordRelationship) -> RelationshipBinding? {
    binding(of: relationship.owner).relationship(relationship.index)
  }

  /// The index of the identity map, in each context, that contains the instances of an entity tree.
  func mapIndex(ofTree tree: Int) -> Int { (bindings.first?.mapIndex ?? 0) + tree }
}
