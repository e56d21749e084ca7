/// A model class that `@Model` generated: how it makes instances and names its properties.
public protocol _GeneratedModel: PersistentModel {
  /// Creates an instance without values, for a stored row that supplies them.
  init(_materializing: _Materialization)
  /// The key path of the property with that index.
  @MainActor static func _$keyPath(_ index: Int) -> AnyKeyPath
  /// The key path of the property with that index from an optional model; nil if there is none.
  @MainActor static func _$optionalKeyPath(_ index: Int) -> AnyKeyPath?
}

extension _GeneratedModel {
  /// The type itself.
  public static var _generatedType: (any _GeneratedModel.Type)? { self }

  /// Nil: sorting and prefetching through an optional relationship to the model then happen in
  /// memory.
  @MainActor public static func _$optionalKeyPath(_ index: Int) -> AnyKeyPath? { nil }
}

/// Proof that it is the library that creates an instance for a stored row.
public struct _Materialization {
  init() {}
}
