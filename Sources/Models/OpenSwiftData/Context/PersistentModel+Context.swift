extension PersistentModel {
  /// The context the model belongs to; nil before it is inserted and after its deletion was saved.
  public var modelContext: ModelContext? {
    ModelStates.state(of: RowInstance.current(self))?.pointee.context
  }
}

extension _InlineModel {
  /// The context the model belongs to; nil before it is inserted and after its deletion was saved.
  public var modelContext: ModelContext? {
    let model = RowInstance.standIn(for: self) ?? self
    return model._$statePointer.pointee.context
  }
}
