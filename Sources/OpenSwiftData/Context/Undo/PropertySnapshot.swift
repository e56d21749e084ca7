/// What a property of an instance was.
enum PropertySnapshot {
  case value(Any)
  case target(AnyObject?)
  case members([AnyObject])

  init(
    of model: any PersistentModel, _ state: ModelContext.StatePointer, _ binding: EntityBinding,
    _ index: Int, _ context: ModelContext
  ) {
    guard let relationship = binding.relationship(index) else {
      self = .value(Self.value(of: model, at: binding.properties[index].keyPath))
      return
    }
    if relationship.isToMany {
      context.loadMembers(of: model, state, relationship)
      self = .members(relationship.link(of: model).models ?? [])
    } else {
      self = .target(context.target(of: model, state, relationship))
    }
  }

  /// The models of a relationship.
  var models: [AnyObject] {
    switch self {
    case .value: []
    case .target(let target): target.map { [$0] } ?? []
    case .members(let members): members
    }
  }

  private static func value<Model: PersistentModel>(
    of model: Model, at keyPath: AnyKeyPath
  ) -> Any {
    model[keyPath: keyPath] as Any
  }

  /// Gives the property its value again.
  func restore(to model: any PersistentModel, _ index: Int, in context: ModelContext) {
    guard let state = ModelStates.state(of: model),
      let binding = state.pointee.binding?.takeUnretainedValue(),
      state.pointee.context?.takeUnretainedValue() === context
    else { return }
    switch self {
    case .value(let value): set(value, to: model, at: binding.properties[index].keyPath)
    case .target(let target):
      guard let relationship = binding.relationship(index) else { return }
      context.setTarget(of: model, state, relationship, to: target)
    case .members(let members):
      guard let relationship = binding.relationship(index) else { return }
      restore(members, to: model, state, relationship, in: context)
    }
  }

  private func set<Model: PersistentModel>(
    _ value: Any, to model: Model, at keyPath: AnyKeyPath
  ) {
    KeyPathValues.set(keyPath, of: model, to: value)
  }

  private func restore(
    _ members: [AnyObject], to model: any PersistentModel, _ state: ModelContext.StatePointer,
    _ relationship: RelationshipBinding, in context: ModelContext
  ) {
    context.loadMembers(of: model, state, relationship)
    let link = relationship.link(of: model)
    context.undoRecorder?.recordChange(of: model, state, property: relationship.index)
    let replacement = MemberReplacement(
      context: context, object: model, state: state, relationship: relationship,
      old: link.models ?? [])
    context.withMutation(of: model, relationship) { link.setModels(members) }
    replacement.end()
  }
}
