/// A key path that is created when it is needed.
///
/// The runtime creates a class for each pair of a model and a property type when it creates the
/// first key path between them. A program that opens a store needs few of its key paths, often
/// none.
enum LazyKeyPath {
  case made(AnyKeyPath)
  /// The key path of a property of a `@Model` class, by its index.
  case property(any _GeneratedModel.Type, Int)
  /// The key path of the property `name` of `model`, as `@Model` read it from the source.
  case named(String, model: any Any.Type, () -> AnyKeyPath)

  var value: AnyKeyPath {
    switch self {
    case .made(let path): path
    case .property(let model, let index): model.keyPath(index)
    case .named(_, _, let make): make()
    }
  }

  /// The path from an optional model (`\\Model?.?.property`); nil if `@Model` did not generate it.
  var throughOptional: AnyKeyPath? {
    guard case .property(let model, let index) = self else { return nil }
    return model.optionalKeyPath(index)
  }
}
