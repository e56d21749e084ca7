// Members that the macros write for the main actor and that are called on any thread.
//
// A type of a module with the default isolation `MainActor` has its conformances on that actor, and a
// model may be declared on it. Only code of the main actor may name such a conformance or the key paths
// of such a model. What the macros write for it names types and makes key paths, and touches nothing
// that the actor guards. So it may run anywhere; it is called as the standard library's
// `MainActor.assumeIsolated` calls its operation, without the check.

/// A function of the main actor as one that any thread may call.
func unisolated<Argument, Result>(
  _ function: @escaping @MainActor (Argument) -> Result
) -> (Argument) -> Result {
  unsafeBitCast(function, to: ((Argument) -> Result).self)
}

/// A function of the main actor as one that any thread may call.
func unisolated<Result>(_ function: @escaping @MainActor () -> Result) -> () -> Result {
  unsafeBitCast(function, to: (() -> Result).self)
}

extension _InlineModel {
  /// The key path of a property, by its position.
  static func keyPath(_ index: Int) -> AnyKeyPath {
    let find: @MainActor (Int) -> AnyKeyPath = { _$keyPath($0) }
    return unisolated(find)(index)
  }

  /// The key path of a property from an optional model, by its position.
  static func optionalKeyPath(_ index: Int) -> AnyKeyPath? {
    let find: @MainActor (Int) -> AnyKeyPath? = { _$optionalKeyPath($0) }
    return unisolated(find)(index)
  }
}
