import Foundation
import Locks

/// The contexts through which a store serves its clients, one for each editing state.
final class EditingContexts: Sendable {
  private struct Entry: @unchecked Sendable {
    // `@unchecked`: only the owner of the editing state uses the context, one thread at a time.
    let context: ModelContext
  }

  private let entries = Mutex<[UUID: Entry]>([:])

  /// The context of an editing state, created on first use.
  func context(for state: EditingState, _ core: ContainerCore) -> ModelContext {
    let context = entries.withLock { entries in
      if let known = entries[state.id] { return known }
      let made = Entry(context: ModelContext(core))
      made.context.worksForStore = true
      entries[state.id] = made
      return made
    }.context
    context.editingState = state
    return context
  }

  /// Releases the context of an editing state.
  func end(_ state: EditingState) {
    // The context is deallocated outside the lock.
    _ = entries.withLock { $0.removeValue(forKey: state.id) }
  }
}
