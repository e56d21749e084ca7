/// What generated code keeps a property in: an optional, which is nil as long as the value is not loaded.
///
/// Only `Optional` conforms, and each requirement gives back what it was given, so that functions can ask
/// something of the value without saying that they take an optional.
public protocol _Slot {
  /// The type of the property.
  associatedtype _Value

  /// Makes an optional property's value.
  init(_optional: _Value?)
  /// An optional property's value.
  var _optional: _Value? { get }
  /// The same place.
  static func _place(_ slot: UnsafeMutablePointer<Self>) -> UnsafeMutablePointer<_Value?>
  /// The same place, of the slot of an optional property.
  static func _placeInOptional(
    _ slot: UnsafeMutablePointer<Self?>
  ) -> UnsafeMutablePointer<_Value??>
}

extension Optional: _Slot {
  /// The type of the property.
  public typealias _Value = Wrapped

  /// Makes an optional property's value.
  @inlinable @inline(__always)
  public init(_optional: Wrapped?) { self = _optional }

  /// An optional property's value.
  @inlinable @inline(__always)
  public var _optional: Wrapped? { self }

  /// The same place.
  @inlinable @inline(__always)
  public static func _place(
    _ slot: UnsafeMutablePointer<Wrapped?>
  ) -> UnsafeMutablePointer<Wrapped?> { slot }

  /// The same place, of the slot of an optional property.
  @inlinable @inline(__always)
  public static func _placeInOptional(
    _ slot: UnsafeMutablePointer<Wrapped??>
  ) -> UnsafeMutablePointer<Wrapped??> { slot }
}
