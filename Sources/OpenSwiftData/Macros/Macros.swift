import Observation

/// Makes a class a model whose instances can be kept in a store.
///
/// Every stored property is persisted unless it is marked with ``Transient()``. Properties whose
/// type is a model, or an optional or a collection of models, become relationships.
@attached(
  member, conformances: Observable, PersistentModel, _InlineModel, Sendable,
  names: named(_$state), named(_$statePointer), named(access), named(withMutation),
  named(schemaMetadata), named(_$keyPath), named(_$optionalKeyPath), named(_$firstIndex),
  named(_$propertyCount), named(init), named(persistentBackingData), named(_$load), named(_$bind),
  named(_$unload), named(_$link), named(_$isEqual), named(deinit)
)
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, _InlineModel, Sendable)
public macro Model() =
  #externalMacro(module: "OpenSwiftDataMacros", type: "PersistentModelMacro")

/// Makes a class a model that had another name in an earlier version of the schema.
///
/// Migration gives its instances what those of the other name had. See ``Model()``.
///
/// - Parameter originalName: the model's name in earlier versions of the schema.
@attached(
  member, conformances: Observable, PersistentModel, _InlineModel, Sendable,
  names: named(_$state), named(_$statePointer), named(access), named(withMutation),
  named(schemaMetadata), named(_$keyPath), named(_$optionalKeyPath), named(_$firstIndex),
  named(_$propertyCount), named(init), named(persistentBackingData), named(_$load), named(_$bind),
  named(_$unload), named(_$link), named(_$isEqual), named(deinit)
)
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, _InlineModel, Sendable)
public macro Model(originalName: String) =
  #externalMacro(module: "OpenSwiftDataMacros", type: "PersistentModelMacro")

/// Gives a stored property of a model the accessors that load and track its value.
///
/// ``Model()`` attaches it; it is of no use elsewhere.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_), prefixed(_$key_), prefixed(_$type_))
public macro _PersistedProperty(_ index: Int) =
  #externalMacro(module: "OpenSwiftDataMacros", type: "PersistedPropertyMacro")

/// Says how an attribute of a model is stored.
///
/// - Parameters:
///   - options: properties of the attribute, such as `.unique` or `.externalStorage`.
///   - originalName: the attribute's name in earlier versions of the schema.
///   - hashModifier: text that makes this version of the attribute differ from earlier ones
///     although its shape does not.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "OpenSwiftDataMacros", type: "AttributePropertyMacro")

/// Says how a relationship between models behaves.
///
/// - Parameters:
///   - options: properties of the relationship, such as `.unique`.
///   - deleteRule: what happens to the related models when the model is deleted.
///   - minimumModelCount: the least number of related models.
///   - maximumModelCount: the greatest number of related models; 0 sets no limit.
///   - originalName: the relationship's name in earlier versions of the schema.
///   - inverse: the key path of the property at the other end; `nil`, where it is written, for none.
///     Left out, the inverse is that which the store has, and in a new store the only property that can
///     be it, if there is one.
///   - hashModifier: text that makes this version of the relationship differ from earlier ones
///     although its shape does not.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option...,
  deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0,
  maximumModelCount: Int? = 0,
  originalName: String? = nil,
  inverse: AnyKeyPath? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "OpenSwiftDataMacros", type: "RelationshipPropertyMacro")

/// Says how a relationship between models behaves, with the delete rule in first place.
@attached(peer)
public macro Relationship(
  _ deleteRule: Schema.Relationship.DeleteRule,
  minimumModelCount: Int? = 0,
  maximumModelCount: Int? = 0,
  originalName: String? = nil,
  inverse: AnyKeyPath? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "OpenSwiftDataMacros", type: "RelationshipPropertyMacro")

/// Keeps a property of a model out of the store.
///
/// The property needs a default value unless it is optional.
@attached(peer)
public macro Transient() =
  #externalMacro(module: "OpenSwiftDataMacros", type: "TransientPropertyMacro")

/// Makes an actor a ``ModelActor``: it gets a context of its own and runs on an executor that keeps
/// it.
///
/// An initializer that takes the container is written unless the actor has properties which only
/// an initializer of its own can set; that one then sets `modelExecutor` and `modelContainer` too.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() =
  #externalMacro(module: "OpenSwiftDataMacros", type: "PersistentModelActorMacro")

/// Makes the store keep indexes over properties of a model.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
  #externalMacro(module: "OpenSwiftDataMacros", type: "IndexMacro")

/// Makes the store keep binary indexes, one over the properties of each array.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "OpenSwiftDataMacros", type: "IndexMacro")

/// Makes the values of each array of properties, taken together, unique among a model's instances.
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "OpenSwiftDataMacros", type: "UniqueConstraintsMacro")

/// Stands for the enclosing model in key paths whose root is left out.
///
/// `#Index([\.name])` inside a model names no type from which the compiler could infer the root
/// of the key path. With this root every name is accepted here, and ``Model()`` then spells the
/// key paths with the model's own type, where they are checked.
@dynamicMemberLookup
public struct _EnclosingModel {
  /// Accepts the name of a property.
  public subscript(dynamicMember name: String) -> _EnclosingModel { self }
}

/// Makes the store keep indexes over properties of the enclosing model.
@freestanding(declaration)
public macro Index(_ indices: [PartialKeyPath<_EnclosingModel>]...) =
  #externalMacro(module: "OpenSwiftDataMacros", type: "IndexMacro")

/// Makes the values of each array of properties, taken together, unique.
@freestanding(declaration)
public macro Unique(_ constraints: [PartialKeyPath<_EnclosingModel>]...) =
  #externalMacro(module: "OpenSwiftDataMacros", type: "UniqueConstraintsMacro")
