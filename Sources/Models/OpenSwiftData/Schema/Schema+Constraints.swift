// Functions that create the indices and constraints of `#Index` and `#Unique`, with the model's
// conformance known to the compiler.
//
// If the model's code named `Schema.Index<Model>`, the runtime would build the type from its
// mangled name. It would search the whole program for the conformance: a tenth of a millisecond for
// each model when a program opens its store. So callers must not get specialized copies of these
// functions. Key paths are passed in a closure if the names of their properties can be read from
// the source. Creating them takes longer than everything else here, and few callers need them.

extension Schema {
  /// Creates one ordered index for each list of properties, whose names are in `propertyNames`.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func _index<Model: PersistentModel>(
    of model: Model.Type, named propertyNames: [[String]],
    _ binaryIndices: @escaping () -> [[PartialKeyPath<Model>]]
  ) -> any SchemaProperty {
    Index<Model>(propertyNames: propertyNames) { binaryIndices().map(Index<Model>.Types.binary) }
  }

  /// Creates one ordered index for each list of properties.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func _index<Model: PersistentModel>(
    of model: Model.Type, _ binaryIndices: [PartialKeyPath<Model>]...
  ) -> any SchemaProperty {
    Index<Model> { binaryIndices.map(Index<Model>.Types.binary) }
  }

  /// Creates indices of the given kinds.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func _index<Model: PersistentModel>(
    of model: Model.Type, _ indices: Index<Model>.Types<Model>...
  ) -> any SchemaProperty {
    Index<Model> { indices }
  }

  /// Creates one constraint for each list of properties, whose names are in `propertyNames`.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func _unique<Model: PersistentModel>(
    of model: Model.Type, named propertyNames: [[String]],
    _ constraints: @escaping () -> [[PartialKeyPath<Model>]]
  ) -> any SchemaProperty {
    Unique<Model>(propertyNames: propertyNames, constraints: constraints)
  }

  /// Creates one constraint for each list of properties.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func _unique<Model: PersistentModel>(
    of model: Model.Type, _ constraints: [PartialKeyPath<Model>]...
  ) -> any SchemaProperty {
    Unique<Model> { constraints }
  }
}
