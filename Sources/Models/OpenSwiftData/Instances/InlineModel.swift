/// What `@Model` adds to a class beyond `PersistentModel`: typed access to its inline values.
public protocol _InlineModel: _GeneratedModel, CustomReflectable {
  /// The location of the instance's state.
  var _$statePointer: UnsafeMutablePointer<_ModelState> { get }
  /// Fills the empty slots from a row.
  func _$load(_ row: _RowLoader)
  /// Binds the values to a statement.
  func _$bind(_ row: _RowBinder)
  /// Empties the slots whose bits are set.
  func _$unload(_ mask: UInt64)
  /// The instance's link for a relationship; nil for an attribute.
  func _$link(_ index: Int) -> _Link?
}
