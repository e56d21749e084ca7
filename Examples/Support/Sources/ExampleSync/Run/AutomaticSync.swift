import DataSync
import ExampleSupport
import Foundation
import SwiftData
import Synchronization

/// Syncs a store while a command uses it: before it reads, and after it changes something.
///
/// Commands never fail because of sync. A server that does not answer is contacted less and less
/// often, so that a device without a network does not wait at each command.
package final class AutomaticSync<App: SyncingApp>: Sendable {
  private let session: Session
  private let container: ModelContainer
  private let state = Mutex((hasRead: false, hasFailed: false))

  /// - Parameters:
  ///   - session: The session of the command, whose changes are sent after it succeeds.
  ///   - container: The open store.
  package init(in session: Session, on container: ModelContainer) {
    (self.session, self.container) = (session, container)
    session.ending.append { [self] in await send() }
  }

  /// Syncs, unless the same command already did.
  ///
  /// - Parameter synchronize: Makes the engine sync.
  package func read(
    by synchronize: (SyncEngine) async throws -> Void = { try await $0.syncNow() }
  ) async {
    let isFirst = state.withLock { state in
      defer { state.hasRead = true }
      return !state.hasRead
    }
    guard isFirst else { return }
    await attempt { try await $0.following(synchronize) }
  }

  /// Syncs if there is something to send, unless a sync of the same command failed.
  private func send() async {
    guard !state.withLock(\.hasFailed) else { return }
    await attempt { run in
      guard try await run.engine.counts().pending > 0 else { return }
      try await run.following { _ = try await $0.syncNow() }
    }
  }

  private func attempt(_ body: (SyncRun<App>) async throws -> Void) async {
    // A store on a server is shared by devices without a sync server.
    guard session.location.server == nil else { return }
    do {
      let file = try App.settings(in: session)
      let choice = App.choice(file)
      guard choice.isOn, ServerSettings(file).isSetUp(choice.kind), isDue else { return }
      try await body(await SyncRun<App>(in: session, on: container, timeout: 10))
    } catch let failure as CommandFailure {
      warn(failure.text)
    } catch let error as SyncError {
      warn(CommandFailure(error, program: App.program).text)
    } catch {
      warn(error.sentence)
    }
  }

  private func warn(_ reason: String) {
    state.withLock { $0.hasFailed = true }
    session.terminal.warn("The \(App.things) were not synced. \(reason)")
  }

  /// Whether a server that did not answer may be contacted again.
  private var isDue: Bool {
    let contents = SyncStatusFile(ofStore: session.location.url).contents
    return contents.nextTry.map { $0 <= Date() } ?? true
  }
}
