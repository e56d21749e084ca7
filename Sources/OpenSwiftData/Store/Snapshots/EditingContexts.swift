import Foundation
import Locks

/// The contexts through which a store serves others, one for each editing state.
final class EditingContexts: Sendable {
  private struct Entry: @unchecked Sendable {
    // `@unchecked`: only whoever has the editing state uses the context, and that is one at a time.
    let context: ModelContext
  }

  private let entries = Mutex<[UUID: Entry]>([:])

  /// The context of an editing state, made at the first question.
  func context(for state: EditingState, _ core: ContainerCore) -> ModelContext {
    let context = entries.withLock { entries in
      if let known = entries[state.id] { return known }
      let made = Entry(context: ModelContext(ModelContainer(core)))
      made.context.worksForStore = true
      entries[state.id] = made
      return made
    }.context
    context.editingState = state
    return context
  }

  /// Lets go of the context of an editing state.
  func end(_ state: EditingState) {
    // It ends outside the lock.
    _ = entries.withLock { $0.removeValue(forKey: state.id) }
  }
}
