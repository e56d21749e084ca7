/// An optional of an unknown wrapped type.
protocol OptionalValue {
  static var wrappedType: any Any.Type { get }
  /// The wrapped value.
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  static var wrappedType: any Any.Type { Wrapped.self }
  var wrappedValue: Any? { self }
}
