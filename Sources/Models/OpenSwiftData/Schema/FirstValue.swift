/// The value that a property without one is about to receive through a key path.
///
/// Setting through a key path whose type is known only at run time first reads the property. If it
/// has no value, and no value of its type can be made, it reads as the value to be set.
struct FirstValue: @unchecked Sendable {
  // `@unchecked`: only the task that sets the value reads it, and only while it does.

  private let value: Any

  @TaskLocal private static var current: FirstValue?

  /// Sets a property of a model that may not have a value for it yet.
  static func set<Model: PersistentModel, Value>(
    _ value: Value, _ keyPath: ReferenceWritableKeyPath<Model, Value>, of model: Model
  ) {
    $current.withValue(FirstValue(value: value)) { model[keyPath: keyPath] = value }
  }

  /// The value to be set, if there is one and it has that type.
  static func announced<Value>() -> Value? { current?.value as? Value }
}
