/// The storage of a property in generated code: an optional that is nil until the value is loaded.
///
/// Only `Optional` conforms, and each requirement returns its argument unchanged. Functions can
/// thus constrain the value without taking an optional.
public protocol _Slot {
  /// The type of the property.
  associatedtype _Value

  /// Creates the value of an optional property.
  init(_optional: _Value?)
  /// The value of an optional property.
  var _optional: _Value? { get }
  /// The same pointer, as a pointer to an optional.
  static func _place(_ slot: UnsafeMutablePointer<Self>) -> UnsafeMutablePointer<_Value?>
  /// The same pointer, for the slot of an optional property.
  static func _placeInOptional(
    _ slot: UnsafeMutablePointer<Self?>
  ) -> UnsafeMutablePointer<_Value??>
}

extension Optional: _Slot {
  /// The type of the property.
  public typealias _Value = Wrapped

  /// Creates the value of an optional property.
  @inlinable @inline(__always)
  public init(_optional: Wrapped?) { self = _optional }

  /// The value of an optional property.
  @inlinable @inline(__always)
  public var _optional: Wrapped? { self }

  /// The same pointer, as a pointer to an optional.
  @inlinable @inline(__always)
  public static func _place(
    _ slot: UnsafeMutablePointer<Wrapped?>
  ) -> UnsafeMutablePointer<Wrapped?> { slot }

  /// The same pointer, for the slot of an optional property.
  @inlinable @inline(__always)
  public static func _placeInOptional(
    _ slot: UnsafeMutablePointer<Wrapped??>
  ) -> UnsafeMutablePointer<Wrapped??> { slot }
}
