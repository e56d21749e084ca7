// Members that the macros generate for the main actor and that are called on any thread.
//
// A type in a module with the default isolation `MainActor` has its conformances on that actor, and
// a model may be declared on it. Only code on the main actor may name such a conformance or the key
// paths of such a model. The members that the macros generate for it name types and make key paths,
// and access nothing that the actor protects. So they may run anywhere. They are called like the
// operation of the standard library's `MainActor.assumeIsolated`, without the check.

/// Converts a function of the main actor to one that any thread may call.
func unisolated<Argument, Result>(
  _ function: @escaping @MainActor (Argument) -> Result
) -> (Argument) -> Result {
  unsafeBitCast(function, to: ((Argument) -> Result).self)
}

/// Converts a function of the main actor to one that any thread may call.
func unisolated<Result>(_ function: @escaping @MainActor () -> Result) -> () -> Result {
  unsafeBitCast(function, to: (() -> Result).self)
}

extension _GeneratedModel {
  /// The key path of the property with that index.
  static func keyPath(_ index: Int) -> AnyKeyPath {
    let find: @MainActor (Int) -> AnyKeyPath = { _$keyPath($0) }
    return unisolated(find)(index)
  }

  /// The key path of the property with that index, from an optional model.
  static func optionalKeyPath(_ index: Int) -> AnyKeyPath? {
    let find: @MainActor (Int) -> AnyKeyPath? = { _$optionalKeyPath($0) }
    return unisolated(find)(index)
  }
}
