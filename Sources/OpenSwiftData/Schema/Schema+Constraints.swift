// What `#Index` and `#Unique` stand for, made by functions that know the model's conformance.
//
// Named in the model's code, `Schema.Index<Model>` would be put together by its mangled name, and the
// runtime would search the whole program for the conformance: a tenth of a millisecond for each model
// when a program opens its store. So no caller may have a copy of these functions for its own model.

extension Schema {
  /// Makes one ordered index for each list of properties.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func _index<Model: PersistentModel>(
    of model: Model.Type, _ binaryIndices: [PartialKeyPath<Model>]...
  ) -> any SchemaProperty {
    Index<Model>(indices: binaryIndices.map(Index<Model>.Types.binary))
  }

  /// Makes indices of given kinds.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func _index<Model: PersistentModel>(
    of model: Model.Type, _ indices: Index<Model>.Types<Model>...
  ) -> any SchemaProperty {
    Index<Model>(indices: indices)
  }

  /// Makes constraints, each for the values of its properties together.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func _unique<Model: PersistentModel>(
    of model: Model.Type, _ constraints: [PartialKeyPath<Model>]...
  ) -> any SchemaProperty {
    Unique<Model>(constraints: constraints)
  }
}
