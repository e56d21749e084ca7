/// Entry points of generated accessors into the object graph of a context.
enum RelationshipAccess {
  /// The relationship of a property, if the model belongs to a context.
  private static func find<Model: _InlineModel>(
    _ model: Model, _ index: Int
  ) -> (context: ModelContext, relationship: RelationshipBinding)? {
    let state = model._$statePointer
    guard let context = state.pointee.context,
      let binding = state.pointee.binding?.takeUnretainedValue(),
      let relationship = binding.relationship(index)
    else { return nil }
    return (context, relationship)
  }

  /// The relationship of a property, if the model's context has ended.
  private static func findDetached<Model: _InlineModel>(
    _ model: Model, _ index: Int
  ) -> (reader: DetachedReader, relationship: RelationshipBinding)? {
    guard let extra = model._$statePointer.pointee.extra, let reader = extra.reader,
      let relationship = extra.formerBinding?.relationship(index)
    else { return nil }
    return (reader, relationship)
  }

  /// The target of a to-one relationship; also nil for a model that was never inserted.
  static func target<Model: _InlineModel>(of model: Model, _ index: Int) -> AnyObject? {
    let model = RowInstance.standIn(for: model) ?? model
    guard let (context, relationship) = find(model, index) else {
      if let (reader, relationship) = findDetached(model, index) {
        // If it cannot be read, the next access reads again.
        return reader.reporting { try reader.target(of: model, relationship) }
      }
      _fireFault(model, index)
      return nil
    }
    return context.target(of: model, model._$statePointer, relationship)
  }

  /// Sets the target of a to-one relationship; returns false if the slot has to retain it.
  static func assign<Model: _InlineModel>(
    _ target: AnyObject?, of model: Model, _ index: Int
  ) -> Bool {
    let model = RowInstance.standIn(for: model) ?? model
    guard let (context, relationship) = find(model, index) else {
      guard let (reader, relationship) = findDetached(model, index) else { return false }
      if reader.rejoin(model, through: relationship, to: target) {
        return assign(target, of: model, index)
      }
      return reader.setTarget(of: model, relationship, to: target)
    }
    context.setTarget(of: model, model._$statePointer, relationship, to: target)
    return true
  }

  /// Inserts a model whose new target belongs to a context, if the relationship has an inverse.
  static func adopt<Model: _InlineModel, Target: PersistentModel>(
    _ model: Model, _ index: Int, relatedTo target: Target
  ) {
    guard model._$statePointer.pointee.registry == nil,
      let context = target.modelContext,
      let binding = try? context.core.bindings.binding(for: Model.self),
      binding.relationship(index)?.inverse != nil
    else { return }
    context.insert(model)
  }

  /// Loads the members of a to-many relationship into its slot, if the model has a context.
  ///
  /// - Returns: Whether they could be read.
  @discardableResult
  static func loadMembers<Model: _InlineModel>(of model: Model, _ index: Int) -> Bool {
    let model = RowInstance.standIn(for: model) ?? model
    guard let (context, relationship) = find(model, index) else {
      if let (reader, relationship) = findDetached(model, index) {
        return reader.loadMembers(of: model, relationship)
      }
      _fireFault(model, index)
      return true
    }
    return context.loadMembers(of: model, model._$statePointer, relationship)
  }

  /// Fills the slot of a to-many relationship that could not be read with an empty array.
  ///
  /// It reads as empty even if its type is optional.
  static func makeUpMembers<Model: _InlineModel>(of model: Model, _ index: Int) {
    let relationship = find(model, index)?.relationship ?? findDetached(model, index)?.relationship
    relationship?.link(of: model).setModels([])
  }

  /// Empties the slot of a to-many relationship that was filled for a single access.
  static func settleMembers<Model: _InlineModel>(of model: Model, _ index: Int) {
    guard model._$statePointer.pointee.registry == nil,
      let (reader, relationship) = findDetached(model, index)
    else { return }
    reader.settleMembers(of: model, relationship)
  }

  /// Records the members before a new collection replaces them.
  static func beginReplacing<Model: _InlineModel>(
    _ model: Model, _ index: Int
  ) -> MemberReplacement? {
    // The setter of the slot forwards the new value.
    guard RowInstance.standIn(for: model) == nil else { return nil }
    guard let (context, relationship) = find(model, index) else {
      let state = model._$statePointer
      state.pointee.extra?.reader?.noteChange(state, index)
      return nil
    }
    return context.beginReplacing(model, model._$statePointer, relationship)
  }

  /// Records the members before they are changed in place.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - index: The index of the property.
  ///   - isRead: Whether the slot contains members that were read; otherwise they are a placeholder.
  static func beginEditingMembers<Model: _InlineModel>(
    _ model: Model, _ index: Int, isRead: Bool
  ) {
    guard RowInstance.standIn(for: model) == nil else { return }
    guard let (context, relationship) = find(model, index) else {
      if let (reader, relationship) = findDetached(model, index) {
        reader.beginEditingMembers(of: model, relationship, isRead: isRead)
      }
      return
    }
    if !isRead { model._$statePointer.ensuredExtra.ensuredUnusual.failed.insert(index) }
    context.undoRecorder?.recordChange(of: model, model._$statePointer, property: index)
    let models = relationship.link(of: model).models ?? []
    let state = model._$statePointer
    let (extra, isChanged) = (state.ensuredExtra, state.hasChanged(index))
    if isChanged, let known = extra.knownMembers(of: index), known.mayBe(models) {
      known.isBeingEdited = true
    } else {
      let areStored = isRead && !isChanged && state.pointee.key > 0
      extra.keep(KnownMembers(models, of: index, areStored: areStored), isChanged: isChanged)
    }
  }

  /// Reports the difference between the members and the recorded ones.
  static func endEditingMembers<Model: _InlineModel>(_ model: Model, _ index: Int) {
    guard let (context, relationship) = find(model, index) else {
      if let (reader, relationship) = findDetached(model, index) {
        reader.endEditingMembers(of: model, relationship)
      }
      return
    }
    let state = model._$statePointer
    guard let extra = state.pointee.extra, let known = extra.knownMembers(of: index) else { return }
    let link = relationship.link(of: model)
    let isMadeUp = extra.unusual?.failed.remove(index) != nil
    defer {
      // Added members have recorded the link themselves; it is applied when the array is read.
      if isMadeUp {
        extra.forgetMembers(of: index)
        link.setModels(nil)
      }
    }
    known.isBeingEdited = false
    context.tellMembers(of: model, state, relationship, known)
    if !state.hasChanged(index) { extra.dropMembers(of: index) }
  }
}

extension RelationshipAccess {
  /// Records that the slot of a to-one relationship contains a placeholder while it is changed in
  /// place.
  ///
  /// The relationship could not be read or has no target.
  static func noteMadeUp<Model: _InlineModel>(
    _ model: Model, _ index: Int, _ target: AnyObject? = nil
  ) {
    let unusual = model._$statePointer.ensuredExtra.ensuredUnusual
    unusual.failed.insert(index)
    unusual.madeUpTarget = target
  }

  /// Whether a slot that was changed in place still contains its placeholder.
  static func isMadeUp<Model: _InlineModel>(
    _ model: Model, _ index: Int, _ target: AnyObject?
  ) -> Bool {
    guard let unusual = model._$statePointer.pointee.extra?.unusual,
      unusual.failed.remove(index) != nil
    else { return false }
    defer { unusual.madeUpTarget = nil }
    return unusual.madeUpTarget === target
  }
}
