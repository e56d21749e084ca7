// Entry points of generated accessors for properties that may be relationships. The overload with
// the fewest constraints on the slot serves plain values. The compiler prefers the others if the
// type is a model or a collection of models.
//
// They are overloaded by constraints on the slot, not by types such as
// `UnsafeMutablePointer<Target?>`. If a property's type does not exist, for example because of a
// typo, the compiler would otherwise search endlessly for what `&slot` could mean to each overload.

extension _GeneratedCode {
  /// The value of a property that is not a relationship.
  @inlinable @inline(__always)
  public static func getLink<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
  ) -> Slot._Value {
    slotValue(model, index, Slot._place(slot))
  }

  /// The target of a to-one relationship; a model without values if there is none.
  @inlinable @inline(__always)
  public static func getLink<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
  ) -> Slot._Value where Slot._Value: PersistentModel {
    slotValue(model, index, Slot._place(slot))
  }

  /// The target of an optional to-one relationship.
  @inlinable @inline(__always)
  public static func getLink<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
  ) -> Slot._Value where Slot._Value: _Slot, Slot._Value._Value: PersistentModel {
    Slot._Value(_optional: slotValue(model, index, Slot._Value._placeInOptional(Slot._place(slot))))
  }

  /// The members of a to-many relationship.
  @inlinable @inline(__always)
  public static func getLink<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
  ) -> Slot._Value where Slot._Value: RelationshipCollection {
    slotValue(model, index, Slot._place(slot))
  }

  /// Sets a plain value.
  @inlinable @inline(__always)
  public static func setLink<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>,
    _ value: Slot._Value
  ) {
    setSlotValue(model, index, Slot._place(slot), value)
  }

  /// Sets the target of a to-one relationship.
  @inlinable @inline(__always)
  public static func setLink<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>,
    _ value: Slot._Value
  ) where Slot._Value: PersistentModel {
    setSlotValue(model, index, Slot._place(slot), value)
  }

  /// Sets the target of an optional to-one relationship.
  @inlinable @inline(__always)
  public static func setLink<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>,
    _ value: Slot._Value
  ) where Slot._Value: _Slot, Slot._Value._Value: PersistentModel {
    setSlotValue(model, index, Slot._Value._placeInOptional(Slot._place(slot)), value._optional)
  }

  /// Sets the members of a to-many relationship.
  @inlinable @inline(__always)
  public static func setLink<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>,
    _ value: Slot._Value
  ) where Slot._Value: RelationshipCollection {
    setSlotValue(model, index, Slot._place(slot), value)
  }

  /// Prepares a plain value for being changed in place.
  @inlinable @inline(__always)
  public static func beginEdit<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
  ) {
    beginSlotEdit(model, index, Slot._place(slot))
  }

  /// Prepares the target of a to-one relationship for being changed in place.
  @inlinable @inline(__always)
  public static func beginEdit<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
  ) where Slot._Value: PersistentModel {
    beginSlotEdit(model, index, Slot._place(slot))
  }

  /// Prepares the target of an optional to-one relationship for being changed in place.
  @inlinable @inline(__always)
  public static func beginEdit<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
  ) where Slot._Value: _Slot, Slot._Value._Value: PersistentModel {
    beginSlotEdit(model, index, Slot._Value._placeInOptional(Slot._place(slot)))
  }

  /// Prepares the members of a to-many relationship for being changed in place.
  @inlinable @inline(__always)
  public static func beginEdit<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
  ) where Slot._Value: RelationshipCollection {
    beginSlotEdit(model, index, Slot._place(slot))
  }

  /// Notifies the observers of a plain value that it was changed in place.
  @inlinable @inline(__always)
  public static func endEdit<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
  ) {
    endSlotEdit(model, index, Slot._place(slot))
  }

  /// Applies a change in place to a to-one relationship.
  @inlinable @inline(__always)
  public static func endEdit<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
  ) where Slot._Value: PersistentModel {
    endSlotEdit(model, index, Slot._place(slot))
  }

  /// Applies a change in place to an optional to-one relationship.
  @inlinable @inline(__always)
  public static func endEdit<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
  ) where Slot._Value: _Slot, Slot._Value._Value: PersistentModel {
    endSlotEdit(model, index, Slot._Value._placeInOptional(Slot._place(slot)))
  }

  /// Applies a change in place to a to-many relationship.
  @inlinable @inline(__always)
  public static func endEdit<Slot: _Slot>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
  ) where Slot._Value: RelationshipCollection {
    endSlotEdit(model, index, Slot._place(slot))
  }
}
