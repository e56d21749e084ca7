// What generated accessors of properties that may be relationships call. The overload that asks least of
// the slot serves plain values; the compiler prefers the others where the type is a model or a collection of
// models.
//
// They are overloaded by what they ask of the slot and not by types such as `UnsafeMutablePointer<Target?>`:
// where a property's type does not exist, as with a word misspelt, the compiler would never end looking for
// what `&slot` could mean to each of them.

/// The value of a property that is no relationship after all.
@inlinable @inline(__always)
public func _getLink<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
) -> Slot._Value {
  getLink(model, index, Slot._place(slot))
}

/// The other end of a to-one relationship; one without values where there is none.
@inlinable @inline(__always)
public func _getLink<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
) -> Slot._Value where Slot._Value: PersistentModel {
  getLink(model, index, Slot._place(slot))
}

/// The other end of an optional to-one relationship.
@inlinable @inline(__always)
public func _getLink<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
) -> Slot._Value where Slot._Value: _Slot, Slot._Value._Value: PersistentModel {
  Slot._Value(_optional: getLink(model, index, Slot._Value._placeInOptional(Slot._place(slot))))
}

/// The members of a to-many relationship.
@inlinable @inline(__always)
public func _getLink<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
) -> Slot._Value where Slot._Value: RelationshipCollection {
  getLink(model, index, Slot._place(slot))
}

/// Sets a plain value.
@inlinable @inline(__always)
public func _setLink<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>, _ value: Slot._Value
) {
  setLink(model, index, Slot._place(slot), value)
}

/// Sets the other end of a to-one relationship.
@inlinable @inline(__always)
public func _setLink<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>, _ value: Slot._Value
) where Slot._Value: PersistentModel {
  setLink(model, index, Slot._place(slot), value)
}

/// Sets the other end of an optional to-one relationship.
@inlinable @inline(__always)
public func _setLink<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>, _ value: Slot._Value
) where Slot._Value: _Slot, Slot._Value._Value: PersistentModel {
  setLink(model, index, Slot._Value._placeInOptional(Slot._place(slot)), value._optional)
}

/// Sets the members of a to-many relationship.
@inlinable @inline(__always)
public func _setLink<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>, _ value: Slot._Value
) where Slot._Value: RelationshipCollection {
  setLink(model, index, Slot._place(slot), value)
}

/// Prepares a plain value for being changed in place.
@inlinable @inline(__always)
public func _beginEdit<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
) {
  beginEdit(model, index, Slot._place(slot))
}

/// Prepares the other end of a to-one relationship for being changed in place.
@inlinable @inline(__always)
public func _beginEdit<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
) where Slot._Value: PersistentModel {
  beginEdit(model, index, Slot._place(slot))
}

/// Prepares the other end of an optional to-one relationship for being changed in place.
@inlinable @inline(__always)
public func _beginEdit<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
) where Slot._Value: _Slot, Slot._Value._Value: PersistentModel {
  beginEdit(model, index, Slot._Value._placeInOptional(Slot._place(slot)))
}

/// Prepares the members of a to-many relationship for being changed in place.
@inlinable @inline(__always)
public func _beginEdit<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
) where Slot._Value: RelationshipCollection {
  beginEdit(model, index, Slot._place(slot))
}

/// Tells those who observe a plain value that it was changed in place.
@inlinable @inline(__always)
public func _endEdit<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
) {
  endEdit(model, index, Slot._place(slot))
}

/// Takes note of what a change in place did to a to-one relationship.
@inlinable @inline(__always)
public func _endEdit<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
) where Slot._Value: PersistentModel {
  endEdit(model, index, Slot._place(slot))
}

/// Takes note of what a change in place did to an optional to-one relationship.
@inlinable @inline(__always)
public func _endEdit<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
) where Slot._Value: _Slot, Slot._Value._Value: PersistentModel {
  endEdit(model, index, Slot._Value._placeInOptional(Slot._place(slot)))
}

/// Takes note of what a change in place did to a to-many relationship.
@inlinable @inline(__always)
public func _endEdit<Slot: _Slot>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Slot>
) where Slot._Value: RelationshipCollection {
  endEdit(model, index, Slot._place(slot))
}
