/// The former value of a property, for undo.
enum PropertySnapshot {
  case value(Any)
  case target(AnyObject?)
  case members([AnyObject])
  /// A value that could not be read, and is not restored.
  case unknown

  init(
    of model: any PersistentModel, _ state: ModelContext.StatePointer, _ binding: EntityBinding,
    _ index: Int, _ context: ModelContext
  ) {
    guard let relationship = binding.relationship(index) else {
      let value = Self.value(of: model, at: binding.properties[index].keyPath)
      self =
        state.pointee.extra?.unusual?.failed.contains(index) ?? false ? .unknown : .value(value)
      return
    }
    if relationship.isToMany {
      let isRead = context.loadMembers(of: model, state, relationship)
      let isMadeUp = state.pointee.extra?.unusual?.failed.contains(index) ?? false
      self = isRead && !isMadeUp ? .members(relationship.link(of: model).models ?? []) : .unknown
    } else {
      do {
        self = .target(try context.readTarget(of: model, state, relationship))
      } catch {
        context.deferFailure(error)
        self = .unknown
      }
    }
  }

  /// The models of a relationship.
  var models: [AnyObject] {
    switch self {
    case .value, .unknown: []
    case .target(let target): target.map { [$0] } ?? []
    case .members(let members): members
    }
  }

  private static func value<Model: PersistentModel>(
    of model: Model, at keyPath: AnyKeyPath
  ) -> Any {
    model[keyPath: keyPath] as Any
  }

  /// Sets the property to the former value.
  func restore(to model: any PersistentModel, _ index: Int, in context: ModelContext) {
    let model = RowInstance.current(model)
    guard let state = ModelStates.state(of: model),
      let binding = state.pointee.binding?.takeUnretainedValue(),
      state.pointee.context === context
    else { return }
    switch self {
    case .value(let value): set(value, to: model, at: binding.properties[index].keyPath)
    case .target(let target):
      guard let relationship = binding.relationship(index) else { return }
      context.setTarget(of: model, state, relationship, to: target)
    case .members(let members):
      guard let relationship = binding.relationship(index) else { return }
      restore(members, to: model, state, relationship, in: context)
    case .unknown: break
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
    let replacement = context.beginReplacing(model, state, relationship)
    let link = relationship.link(of: model)
    context.withMutation(of: model, relationship) {
      link.setModels(ModelContext.unique(members.map(relationship.current)))
    }
    replacement.end()
  }
}
