#if !canImport(Darwin)
  /// Records how to undo and redo changes.
  ///
  /// Foundation has this class only on Apple's platforms. This one does not use a run loop: an
  /// action that is registered outside of any group forms its own group.
  open class UndoManager {
    /// One registered action.
    private struct Action {
      let target: ObjectIdentifier
      let perform: () -> Void
    }

    /// Actions that are undone together.
    private struct Group {
      var actions: [Action] = []
      var name = ""
    }

    private enum Mode { case recording, undoing, redoing }

    private var undoStack: [Group] = []
    private var redoStack: [Group] = []
    private var openGroups: [Group] = []
    private var mode = Mode.recording
    private var disableCount = 0

    /// Creates a manager without any recorded actions.
    public init() {}

    /// The maximum number of recorded groups; 0 for no limit.
    open var levelsOfUndo = 0 {
      didSet { dropOldest() }
    }

    /// The number of groups that were begun and not ended.
    open var groupingLevel: Int { openGroups.count }
    /// Whether actions are recorded.
    open var isUndoRegistrationEnabled: Bool { disableCount == 0 }
    /// Whether an undo is in progress.
    open var isUndoing: Bool { mode == .undoing }
    /// Whether a redo is in progress.
    open var isRedoing: Bool { mode == .redoing }
    /// Whether there is something to undo.
    open var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.actions.isEmpty } }
    /// Whether there is something to redo.
    open var canRedo: Bool { !redoStack.isEmpty }
    /// The name of the group that `undo()` would undo.
    open var undoActionName: String { undoStack.last?.name ?? "" }
    /// The name of the group that `redo()` would redo.
    open var redoActionName: String { redoStack.last?.name ?? "" }

    /// Begins a group: all actions until its end are undone together.
    open func beginUndoGrouping() {
      openGroups.append(Group())
    }

    /// Ends the innermost group; it becomes part of the enclosing one.
    ///
    /// Without a group to end, nothing happens.
    open func endUndoGrouping() {
      guard let group = openGroups.popLast() else { return }
      guard !group.actions.isEmpty else { return }
      if openGroups.isEmpty {
        remember(group)
      } else {
        openGroups[openGroups.count - 1].actions += group.actions
      }
    }

    /// Stops recording actions until `enableUndoRegistration()` was called the same number of
    /// times.
    open func disableUndoRegistration() {
      disableCount += 1
    }

    /// Reverts one call of `disableUndoRegistration()`.
    open func enableUndoRegistration() {
      disableCount = Swift.max(disableCount - 1, 0)
    }

    /// Records how to undo a change; during an undo, how to redo it.
    ///
    /// - Parameters:
    ///   - target: The object that changes; it is not retained.
    ///   - handler: Undoes the change.
    open func registerUndo<Target: AnyObject>(
      withTarget target: Target, handler: @escaping (Target) -> Void
    ) {
      guard isUndoRegistrationEnabled else { return }
      let action = Action(target: ObjectIdentifier(target)) { [weak target] in
        if let target { handler(target) }
      }
      guard openGroups.isEmpty else {
        openGroups[openGroups.count - 1].actions.append(action)
        return
      }
      remember(Group(actions: [action]))
    }

    /// Names the group to undo: the innermost open group, or else the last one.
    open func setActionName(_ actionName: String) {
      if !openGroups.isEmpty {
        openGroups[openGroups.count - 1].name = actionName
      } else if !undoStack.isEmpty {
        undoStack[undoStack.count - 1].name = actionName
      }
    }

    /// Undoes the last group; an open one is ended first.
    open func undo() {
      if openGroups.count == 1 { endUndoGrouping() }
      guard openGroups.isEmpty, let group = undoStack.popLast() else { return }
      perform(group, as: .undoing)
    }

    /// Redoes the group that was undone last.
    open func redo() {
      guard openGroups.isEmpty, let group = redoStack.popLast() else { return }
      perform(group, as: .redoing)
    }

    /// Removes all actions and groups.
    open func removeAllActions() {
      undoStack = []
      redoStack = []
      openGroups = []
      disableCount = 0
    }

    /// Removes all actions of one object.
    open func removeAllActions(withTarget target: Any) {
      let removed = ObjectIdentifier(target as AnyObject)
      func remaining(_ groups: [Group]) -> [Group] {
        groups.map { group in
          var group = group
          group.actions.removeAll { $0.target == removed }
          return group
        }
      }
      undoStack = remaining(undoStack).filter { !$0.actions.isEmpty }
      redoStack = remaining(redoStack).filter { !$0.actions.isEmpty }
      openGroups = remaining(openGroups)
    }

    /// Runs a group's actions, last first, and records how to revert them as one group.
    private func perform(_ group: Group, as newMode: Mode) {
      mode = newMode
      defer { mode = .recording }
      openGroups = [Group(name: group.name)]
      for action in group.actions.reversed() { action.perform() }
      // A handler may have left groups open.
      while !openGroups.isEmpty { endUndoGrouping() }
    }

    private func remember(_ group: Group) {
      switch mode {
      case .recording:
        undoStack.append(group)
        redoStack = []
      case .undoing: redoStack.append(group)
      case .redoing: undoStack.append(group)
      }
      dropOldest()
    }

    private func dropOldest() {
      guard levelsOfUndo > 0 else { return }
      undoStack.removeFirst(Swift.max(undoStack.count - levelsOfUndo, 0))
      redoStack.removeFirst(Swift.max(redoStack.count - levelsOfUndo, 0))
    }
  }
#endif
