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
/// Migration keeps the instances that were stored under the other name. See ``Model()``.
///
/// - Parameter originalName: The model's name in earlier versions of the schema.
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
/// ``Model()`` attaches it; do not use it directly.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_), prefixed(_$key_), prefixed(_$type_))
public macro _PersistedProperty(_ index: Int) =
  #externalMacro(module: "OpenSwiftDataMacros", type: "PersistedPropertyMacro")

/// Specifies how an attribute of a model is stored.
///
/// - Parameters:
///   - options: Properties of the attribute, such as `.unique` or `.externalStorage`.
///   - originalName: The attribute's name in earlier versions of the schema.
///   - hashModifier: Text that distinguishes this version of the attribute from earlier ones with
///     the same shape.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "OpenSwiftDataMacros", type: "AttributePropertyMacro")

/// Specifies how a relationship between models behaves.
///
/// - Parameters:
///   - options: Properties of the relationship, such as `.unique`.
///   - deleteRule: What happens to the related models when the model is deleted.
///   - minimumModelCount: The minimum number of related models.
///   - maximumModelCount: The maximum number of related models; 0 sets no limit.
///   - originalName: The relationship's name in earlier versions of the schema.
///   - inverse: The key path of the property at the other end; an explicit `nil` means none. If the
///     argument is omitted, the inverse is the one that the store has; in a new store, it is the
///     only property that can be the inverse, if there is exactly one.
///   - hashModifier: Text that distinguishes this version of the relationship from earlier ones
///     with the same shape.
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

/// Specifies how a relationship between models behaves, with the delete rule as the first argument.
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

/// Makes an actor a ``ModelActor``, with its own context and an executor that keeps it.
///
/// An initializer that takes the container is generated, unless the actor has properties that only
/// its own initializer can set. That initializer must then set `modelExecutor` and `modelContainer`
/// too.
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

/// Represents the enclosing model in key paths without a root.
///
/// `#Index([\.name])` inside a model names no type from which the compiler could infer the root of
/// the key path. With this root, every name is accepted here; ``Model()`` then writes the key paths
/// with the model's own type, which checks them.
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
