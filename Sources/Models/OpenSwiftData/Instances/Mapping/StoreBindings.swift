import RecordStore

/// The model classes of a store, with the schema of their rows.
///
/// The binding of a class is created when the class is first used.
final class StoreBindings: Sendable {
  let schema: RecordSchema
  let store: any ModelStore
  /// The index of the first identity map, in each context, for the store's instances; there is one
  /// for each entity tree.
  private let firstMap: Int
  /// The index, in the container, of the store's first relationship.
  let firstRelationship: Int
  /// The classes in the order of the schema's entities.
  private let classes: [ModelClass]

  private final class ModelClass: Sendable {
    let type: any PersistentModel.Type
    let binding = Lazy<EntityBinding>()

    init(_ type: any PersistentModel.Type) { self.type = type }
  }

  /// - Parameters:
  ///   - modelTypes: The classes in the order of the schema's entities.
  ///   - schema: The schema of the store's rows.
  ///   - store: The store.
  ///   - firstMap: The number of identity maps for other stores of the container.
  ///   - firstRelationship: The number of relationships in other stores of the container.
  init(
    _ modelTypes: [any PersistentModel.Type], _ schema: RecordSchema, _ store: any ModelStore,
    firstMap: Int, firstRelationship: Int
  ) {
    self.schema = schema
    self.store = store
    self.firstMap = firstMap
    self.firstRelationship = firstRelationship
    classes = modelTypes.map(ModelClass.init)
  }

  /// The bindings of all classes.
  var all: [EntityBinding] { schema.entities.map(binding(of:)) }

  /// The model class of a row entity.
  func binding(of entity: RecordEntity) -> EntityBinding {
    let known = classes[entity.index]
    return known.binding.value {
      guard let binding = known.type._bindingClass as? EntityBinding.Type else {
        preconditionFailure("the library has no other bindings")
      }
      return binding.init(known.type, entity, in: self)
    }
  }

  /// The binding of an entity; nil if the store has none with that name.
  func binding(named name: String) -> EntityBinding? {
    schema.entity(named: name).map(binding(of:))
  }

  func modelType(of entity: RecordEntity) -> any PersistentModel.Type { classes[entity.index].type }

  /// The entity of a model class, if its rows are in an entity tree; otherwise nil.
  func entity(of type: any Any.Type, inTree tree: Int) -> RecordEntity? {
    schema.entities.first { modelType(of: $0) == type && $0.treeIndex == tree }
  }

  /// The relationship between instances for a relationship between rows.
  func relationship(_ relationship: RecordRelationship) -> RelationshipBinding? {
    binding(of: relationship.owner).relationship(relationship.index)
  }

  /// The index of the identity map, in each context, that contains the instances of an entity tree.
  func mapIndex(ofTree tree: Int) -> Int { firstMap + tree }
}
