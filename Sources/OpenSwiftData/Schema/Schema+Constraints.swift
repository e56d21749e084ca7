// What `#Index` and `#Unique` stand for, made by functions that know the model's conformance.
//
// Named in the model's code, `Schema.Index<Model>` would be put together by its mangled name, and the
// runtime would search the whole program for the conformance: a tenth of a millisecond for each model
// when a program opens its store. So no caller may have a copy of these functions for its own model.
// Key paths come as a closure where the names of their properties can be read from the source: making
// them takes longer than all else here, and few ask for them.

extension Schema {
  /// Makes one ordered index for each list of properties, which `propertyNames` names.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func _index<Model: PersistentModel>(
    of model: Model.Type, named propertyNames: [[String]],
    _ binaryIndices: @escaping () -> [[PartialKeyPath<Model>]]
  ) -> any SchemaProperty {
    Index<Model>(propertyNames: propertyNames) { binaryIndices().map(Index<Model>.Types.binary) }
  }

  /// Makes one ordered index for each list of properties.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func _index<Model: PersistentModel>(
    of model: Model.Type, _ binaryIndices: [PartialKeyPath<Model>]...
  ) -> any SchemaProperty {
    Index<Model> { binaryIndices.map(Index<Model>.Types.binary) }
  }

  /// Makes indices of given kinds.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func _index<Model: PersistentModel>(
    of model: Model.Type, _ indices: Index<Model>.Types<Model>...
  ) -> any SchemaProperty {
    Index<Model> { indices }
  }

  /// Makes constraints, each for the values of its properties together, which `propertyNames` names.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func _unique<Model: PersistentModel>(
    of model: Model.Type, named propertyNames: [[String]],
    _ constraints: @escaping () -> [[PartialKeyPath<Model>]]
  ) -> any SchemaProperty {
    Unique<Model>(propertyNames: propertyNames, constraints: constraints)
  }

  /// Makes constraints, each for the values of its properties together.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func _unique<Model: PersistentModel>(
    of model: Model.Type, _ constraints: [PartialKeyPath<Model>]...
  ) -> any SchemaProperty {
    Unique<Model> { constraints }
  }
}
