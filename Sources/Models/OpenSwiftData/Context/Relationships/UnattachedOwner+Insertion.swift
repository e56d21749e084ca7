extension UnattachedOwner {
  /// Records `owner` in each member of its array that has not recorded it yet.
  ///
  /// Goes back from the end to the first member that has: adding members one by one checks each
  /// once.
  static func note<Model: _InlineModel, Models: RelationshipCollection>(
    _ owner: Model, _ index: Int, _ type: Models.Type
  ) {
    // An owner whose context has ended is not recorded either.
    guard owner._$statePointer.pointee.registry == nil,
      owner._$statePointer.pointee.extra?.detachedIdentifier == nil,
      let place = owner._$link(index)
    else { return }
    let link = RelationshipLink(
      place.content, place.key, isOptional: isOptionalType(type),
      SlotLayout.isKnown ? nil : relationshipSlot(type))
    for member in (link.models ?? []).reversed() {
      guard let member = member as? any PersistentModel,
        let state = ModelStates.state(of: member), state.pointee.registry == nil
      else { continue }
      let extra = state.ensuredExtra
      var owners = extra.owners ?? []
      if owners.contains(where: { $0.object === owner && $0.index == index }) { return }
      owners.append(UnattachedOwner(object: owner, index: index))
      extra.owners = owners
    }
  }
}

extension UnsafeMutablePointer where Pointee == _ModelState {
  /// Returns and clears the owners recorded in a model that is being inserted.
  func takeOwners() -> [UnattachedOwner] {
    guard let extra = pointee.extra, let owners = extra.owners else { return [] }
    extra.owners = nil
    // Setting a property is fastest if the model has no extra state.
    if extra.isEmpty { pointee.extra = nil }
    return owners
  }
}

extension _ModelExtra {
  /// Whether it has none of the state that a model without a context can have.
  fileprivate var isEmpty: Bool {
    registrar == nil && detachedIdentifier == nil && formerBinding == nil && reader == nil
      && firstKnown == nil && standIn == nil && aliasNumber == nil && owners == nil
      && unusual == nil
  }
}

extension GraphInsertion {
  /// Inserts the owners that have a new model in their arrays.
  mutating func followOwners(of state: ModelContext.StatePointer, _ object: AnyObject) {
    for owner in state.takeOwners() {
      guard let model = owner.object as? any PersistentModel,
        let ownerState = ModelStates.state(of: model), ownerState.pointee.registry == nil,
        let binding = try? context.core.bindings.binding(for: type(of: model)),
        let relationship = binding.relationship(owner.index),
        let members = relationship.link(of: model as AnyObject).models,
        members.contains(where: { $0 === object })
      else { continue }
      _ = admitOne(model as AnyObject)
    }
  }
}
