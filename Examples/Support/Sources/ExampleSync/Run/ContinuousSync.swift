import DataSync
import ExampleSupport
import Foundation
import SwiftData

/// Syncs a store for as long as its pages are served: after each save, and from time to time.
package actor ContinuousSync<App: SyncingApp> {
  /// What pages show about sync.
  package struct State: Sendable {
    package var kind: ServerKind
    package var isOn: Bool
    /// Whether the server's address and what else it needs are known.
    package var isSetUp: Bool
    package var lastSync: Date?
    package var problem: String?
    /// The number of records that are still to be sent.
    package var pending: Int?
  }

  private let session: Session
  private let container: ModelContainer
  private var engine: SyncEngine?
  /// Why no engine could be made.
  private var problem: String?

  package init(in session: sending Session, on container: ModelContainer) {
    (self.session, self.container) = (session, container)
  }

  /// Starts to sync, or syncs with another server, as the settings say.
  package func restart() async {
    await engine?.stop()
    (engine, problem) = (nil, nil)
    // A store on a server is shared by devices without a sync server.
    guard session.location.server == nil else { return }
    do {
      let file = try App.settings(in: session)
      let choice = App.choice(file)
      guard choice.isOn, ServerSettings(file).isSetUp(choice.kind) else { return }
      let engine = try await SyncRun<App>(in: session, on: container).engine
      engine.start()
      self.engine = engine
    } catch {
      problem = error.sentence
    }
  }

  /// Ends syncing.
  package func stop() async { await engine?.stop() }

  /// Syncs now.
  ///
  /// - Throws: `SyncError`, or `CommandFailure` if sync is off or not set up.
  package func syncNow() async throws {
    guard let engine else {
      throw CommandFailure(problem ?? "Sync is off, or its server is not set up.", .refused)
    }
    try await engine.syncNow()
  }

  /// The state of sync.
  ///
  /// - Throws: `CommandFailure` if the settings cannot be read.
  package func state() async throws -> State {
    let file = try App.settings(in: session)
    let choice = App.choice(file)
    var state = State(
      kind: choice.kind, isOn: choice.isOn, isSetUp: ServerSettings(file).isSetUp(choice.kind))
    guard let engine else {
      state.problem = problem
      return state
    }
    let status = engine.status
    state.lastSync = status.lastSync
    state.problem = status.lastError?.message
    state.pending = try? await engine.counts().pending
    return state
  }

  /// Chooses a server, or none.
  ///
  /// - Throws: `CommandFailure` if the choice cannot be stored.
  package func choose(_ kind: ServerKind) async throws {
    let choice = App.choice(try App.settings(in: session))
    if kind == .local { try await choice.turn(on: false) }
    try await choice.choose(kind)
    await restart()
  }
}
