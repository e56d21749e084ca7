import CThreadState
import Foundation

// What generated accessors and initialisers call. The overloads accept what a store can hold;
// the last one turns everything else into a compile-time error at the property.

/// The slot content for a value that `init` assigns.
@inlinable @inline(__always) public func _stored<Value: Codable>(_ value: Value) -> Value? {
  .some(value)
}

/// The slot content for the model of a to-one relationship.
@inlinable @inline(__always) public func _stored<Model: PersistentModel>(_ value: Model) -> Model? {
  .some(value)
}

/// The slot content for the model of a to-one relationship, of a model that is also Codable.
@inlinable @inline(__always)
public func _stored<Model: PersistentModel & Codable>(_ value: Model) -> Model? {
  .some(value)
}

/// The slot content for the model of an optional to-one relationship.
@inlinable @inline(__always)
public func _stored<Model: PersistentModel>(_ value: Model?) -> Model?? {
  .some(value)
}

/// The slot content for the model of an optional to-one relationship, of a Codable model.
@inlinable @inline(__always)
public func _stored<Model: PersistentModel & Codable>(_ value: Model?) -> Model?? {
  .some(value)
}

/// The slot content for the models of a to-many relationship.
@inlinable @inline(__always)
public func _stored<Models: RelationshipCollection>(_ value: Models) -> Models? {
  .some(value)
}

/// The slot content for the models of a to-many relationship, of models that are also Codable.
@inlinable @inline(__always)
public func _stored<Models: RelationshipCollection & Codable>(_ value: Models) -> Models? {
  .some(value)
}

/// Reports a property whose type no store can hold.
@available(
  *, unavailable,
  message:
    "this type cannot be stored: make it Codable, mark the property @Transient, or give it @Attribute(.transformable(by:))"
)
public func _stored<Value>(_ value: Value) -> Value? { .some(value) }

/// The slot content for a value that a value transformer stores.
@inlinable @inline(__always)
public func _storedTransformable<Value>(_ value: Value) -> Value? { .some(value) }

/// The first slot content of a property whose type only its default value tells.
///
/// The default is not evaluated for a stored row, which is about to supply the value.
public func _slot<Value>(_ defaultValue: @autoclosure () -> Value) -> Value? {
  _isMaterializing() ? nil : defaultValue()
}

/// Whether the current thread is making an instance for a stored row.
///
/// Default values that cost something, such as `UUID()`, are skipped then.
public func _isMaterializing() -> Bool {
  openswiftdata_current_thread().pointee.materializing != 0
}

/// The value of a slot after its fault has fired.
@inlinable public func _resolved<Value, Model: _InlineModel>(
  _ slot: Value?, _ property: String, of model: Model
) -> Value {
  slot ?? _missingValue(property, of: model)
}

/// What a property reads as that has no stored value.
@usableFromInline func _missingValue<Value, Model: _InlineModel>(
  _ property: String, of model: Model
) -> Value {
  if let value: Value = RowInstance.value(property, of: model) { return value }
  if let value = MissingValue.value(of: Value.self, property: property, in: Model.self) {
    return value
  }
  preconditionFailure(
    """
    \(Model.self).\(property) has no stored value, and no value of \(Value.self) can be made \
    without one: give the property a default value
    """)
}

/// Fills the empty slots of an instance from its stored row, or with defaults where there is none.
public func _fireFault<Model: _InlineModel>(_ model: Model, _ index: Int) {
  let state = model._$statePointer
  // Another instance has the values of the row.
  if state.pointee.extra?.standIn != nil { return }
  if let context = state.pointee.context {
    context.takeUnretainedValue().fireFault(model, state, index)
  } else if let foreign = state.pointee.extra?.foreignBackingData {
    ForeignValues.copy(from: foreign, into: model)
  } else if let binding = state.pointee.extra?.formerBinding {
    binding.loadDetached(state, touching: index) { binding.load(model, $0) }
  }
}

/// Notes that property `index` is about to get a new value.
public func _willSet<Model: _InlineModel>(_ model: Model, _ index: Int) {
  let state = model._$statePointer
  guard let context = state.pointee.context, state.pointee.extra?.standIn == nil else { return }
  context.takeUnretainedValue().willChange(model, state, property: index)
}
