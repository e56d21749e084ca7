/// An optional, seen without knowing what it wraps.
protocol OptionalValue {
  static var wrappedType: any Any.Type { get }
  /// The value within.
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  static var wrappedType: any Any.Type { Wrapped.self }
  var wrappedValue: Any? { self }
}
