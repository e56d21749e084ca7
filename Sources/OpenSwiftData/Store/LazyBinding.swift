import RecordStore

/// A model class of a container, with what the others need to know of it; what its instances and their
/// rows have in common is worked out when somebody first needs the class.
final class LazyBinding: @unchecked Sendable {
  // `@unchecked`: `siblings` is set before anyone shares the binding.

  let modelType: any PersistentModel.Type
  /// The entity's rows.
  let node: RecordNode
  let store: any ModelStore
  /// Which identity map of a context the entity's instances stand in: one for each entity tree.
  let mapIndex: Int
  /// The number in the container of the store's first relationship.
  let firstRelationship: Int
  /// The bindings of the store's entities, in the order of their nodes.
  private unowned var siblings: StoreBindings?

  private let made = Lazy<EntityBinding>()

  init(
    _ modelType: any PersistentModel.Type, _ node: RecordNode, store: any ModelStore,
    mapIndex: Int,
    firstRelationship: Int
  ) {
    self.modelType = modelType
    self.node = node
    self.store = store
    self.mapIndex = mapIndex
    self.firstRelationship = firstRelationship
  }

  var name: String { node.name }

  var binding: EntityBinding {
    @inline(__always) get { made.value { BindingFactory.binding(self) } }
  }

  /// The binding of another entity of the store.
  func sibling(_ node: RecordNode) -> LazyBinding? { siblings?.bindings[node.index] }

  /// The model class that this one inherits from.
  var above: LazyBinding? { node.superNode.flatMap(sibling) }

  /// The model classes that inherit from this one, in the order of their entities' numbers.
  var below: [LazyBinding] { node.descendants.compactMap(sibling) }

  /// The model class of the same table that is of that type; nil where there is none.
  func relative(_ type: any Any.Type) -> LazyBinding? {
    siblings?.bindings.first { $0.modelType == type && $0.node.treeIndex == node.treeIndex }
  }

  /// The relationships that lead to the entity or to others of its tree.
  var incoming: [RelationshipBinding] {
    node.incoming.compactMap { sibling($0.ownerNode)?.binding.relationship($0.index) }
  }

  fileprivate func join(_ siblings: StoreBindings) { self.siblings = siblings }
}

/// The model classes of a store, with the schema that their rows are bound by.
final class StoreBindings: Sendable {
  let schema: RecordSchema
  let bindings: [LazyBinding]

  init(_ schema: RecordSchema, _ bindings: [LazyBinding]) {
    self.schema = schema
    self.bindings = bindings
    for binding in bindings { binding.join(self) }
  }

  /// The model class of rows.
  func binding(of entity: RecordEntity) -> EntityBinding { bindings[entity.node.index].binding }

  /// How instances are related whose rows are.
  func relationship(_ relationship: RecordRelationship) -> RelationshipBinding? {
    binding(of: relationship.owner).relationship(relationship.index)
  }

  /// Which identity map of a context the instances of a tree of entities stand in.
  func mapIndex(ofTree tree: Int) -> Int { (bindings.first?.mapIndex ?? 0) + tree }
}
