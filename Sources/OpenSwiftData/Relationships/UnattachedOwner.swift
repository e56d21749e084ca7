/// Who has a model in an array while both belong to no context.
///
/// Such a model is asked for nothing but to be inserted some day, and then its owner comes along. The
/// reference is weak, since an owner that nobody else holds was let go on purpose.
struct UnattachedOwner {
  weak var object: AnyObject?
  /// The number of the owner's property.
  let index: Int

  /// Notes `owner` with each member of its array that does not know it yet.
  ///
  /// Walks back from the end to the first member that knows it: adding members one by one asks each
  /// once.
  static func note<Model: _InlineModel, Models: RelationshipCollection>(
    _ owner: Model, _ index: Int, _ type: Models.Type
  ) {
    // Nor is one of a context that is gone.
    guard owner._$statePointer.pointee.context == nil,
      owner._$statePointer.pointee.extra?.detachedIdentifier == nil,
      let place = owner._$link(index)
    else { return }
    let link = RelationshipLink(
      place.content, place.key, isOptional: isOptionalType(type),
      SlotLayout.isKnown ? nil : relationshipSlot(type))
    for member in (link.models ?? []).reversed() {
      guard let member = member as? any PersistentModel,
        let state = ModelStates.state(of: member), state.pointee.context == nil
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
  /// Takes the owners that are noted with a model, which is being inserted.
  func takeOwners() -> [UnattachedOwner] {
    guard let extra = pointee.extra, let owners = extra.owners else { return [] }
    extra.owners = nil
    // Setting a property is quickest where there is nothing extra.
    if extra.isEmpty { pointee.extra = nil }
    return owners
  }
}

extension _ModelExtra {
  /// Whether it holds nothing of what a model without a context can have.
  fileprivate var isEmpty: Bool {
    registrar == nil && detachedIdentifier == nil && formerBinding == nil && reader == nil
      && firstKnown == nil && standIn == nil && aliasNumber == nil && owners == nil
      && unusual == nil
  }
}

extension GraphInsertion {
  /// Takes in those who have a new model in their arrays.
  mutating func followOwners(of state: ModelContext.StatePointer, _ object: AnyObject) {
    for owner in state.takeOwners() {
      guard let model = owner.object as? any PersistentModel,
        let ownerState = ModelStates.state(of: model), ownerState.pointee.context == nil,
        let binding = try? context.core.bindings.binding(for: type(of: model)),
        let relationship = binding.relationship(owner.index),
        let members = relationship.link(of: model as AnyObject).models,
        members.contains(where: { $0 === object })
      else { continue }
      _ = admitOne(model as AnyObject)
    }
  }
}
