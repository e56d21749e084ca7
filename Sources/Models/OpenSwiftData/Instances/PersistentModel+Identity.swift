import Foundation

extension PersistentModel {
  private var state: UnsafeMutablePointer<_ModelState>? {
    ModelStates.state(of: RowInstance.current(self))
  }

  /// The identifier of the model across contexts; permanent once the model is saved.
  public var persistentModelID: PersistentIdentifier {
    if let state { return ModelStates.identifier(of: state, self) }
    if let identifier = persistentBackingData.persistentModelID { return identifier }
    let entity = EntityReference.reference(store: nil, entity: Schema.entityName(for: Self.self))
    return PersistentIdentifier(
      entity: entity, key: -Int64(UInt(bitPattern: ObjectIdentifier(self).hashValue) >> 1))
  }

  /// The identifier of the model across contexts.
  public var id: PersistentIdentifier { persistentModelID }

  /// Whether the model has unsaved changes.
  public var hasChanges: Bool {
    guard let state else { return false }
    if state.pointee.registry == nil, state.pointee.extra?.detachedInstances != nil {
      return state.pointee.changes != 0
    }
    return !state.pointee.flags.isDisjoint(with: [.inserted, .changed, .deleted])
  }

  /// Whether the next save deletes the model.
  public var isDeleted: Bool { state?.isMarked(.deleted) ?? false }

  /// Whether both are the same instance.
  ///
  /// Two instances of one row in two contexts differ, since their values may. To find out whether
  /// they represent the same row, compare their `persistentModelID`.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs === rhs }

  /// Feeds the instance into `hasher`; saving it does not change its hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension _InlineModel {
  /// The identifier of the model across contexts; permanent once the model is saved.
  public var persistentModelID: PersistentIdentifier {
    ModelStates.identifier(of: _$statePointer, self)
  }

  /// The identifier of the model across contexts.
  public var id: PersistentIdentifier { persistentModelID }
}
