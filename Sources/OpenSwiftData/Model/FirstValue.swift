/// The value that a property without one is about to get through a key path.
///
/// Setting through a key path whose type is known at run time only reads the property first. What has
/// no value to read, and is of a type of which none can be made, reads as the value to come.
struct FirstValue: @unchecked Sendable {
  // `@unchecked`: only the task that sets the value looks at it, and only meanwhile.

  private let value: Any

  @TaskLocal private static var current: FirstValue?

  /// Sets a property of a model that may have no value for it.
  static func set<Model: PersistentModel, Value>(
    _ value: Value, _ keyPath: ReferenceWritableKeyPath<Model, Value>, of model: Model
  ) {
    $current.withValue(FirstValue(value: value)) { model[keyPath: keyPath] = value }
  }

  /// The value to come, if one is and it is of that type.
  static func announced<Value>() -> Value? { current?.value as? Value }
}
