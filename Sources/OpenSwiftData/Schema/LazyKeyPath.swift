/// A key path that is made when it is asked for.
///
/// The runtime makes a class for each pair of a model and a type of property when it meets the first
/// key path between them. A program that opens a store needs few of its key paths, often none.
enum LazyKeyPath {
  case made(AnyKeyPath)
  /// The path to a property of a model that `@Model` wrote, by its position.
  case property(any _InlineModel.Type, Int)
  /// A path to the property `name` of `model`, as `@Model` read it from the source.
  case named(String, model: any Any.Type, () -> AnyKeyPath)

  var value: AnyKeyPath {
    switch self {
    case .made(let path): path
    case .property(let model, let index): model.keyPath(index)
    case .named(_, _, let make): make()
    }
  }

  /// The path from an optional model (`\\Model?.?.property`); nil where `@Model` did not write it.
  var throughOptional: AnyKeyPath? {
    guard case .property(let model, let index) = self else { return nil }
    return model.optionalKeyPath(index)
  }
}
