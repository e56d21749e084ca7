import DataSync
import ExampleSupport
import Foundation
import SwiftData
import SyncHTTP

/// Syncs the store of a program with the server in its settings.
package struct SyncRun<App: SyncingApp>: Sendable {
  package let engine: SyncEngine
  private let terminal: Terminal
  private let status: SyncStatusFile

  /// Prepares a sync; the server is not contacted before `run()`.
  ///
  /// - Parameters:
  ///   - session: The session of the command.
  ///   - container: The open store.
  ///   - timeout: The number of seconds to wait for an answer of the server.
  ///   - account: What to do if another account is signed in than before.
  /// - Throws: `CommandFailure` if no server is chosen, or some of its settings are missing.
  package init(
    in session: Session, on container: ModelContainer, timeout: Double = 60,
    account: SyncOptions.AccountPolicy = .asks
  ) async throws {
    if let server = session.location.server { throw CommandFailure.needsFile(server) }
    let file = try App.settings(in: session)
    let kind = App.choice(file).kind
    var options = App.syncOptions
    options.account = account
    do {
      let provider = try await ServerSettings(file).provider(
        of: kind, for: container.configurations.first,
        transport: SystemTransport(timeout: timeout))
      engine = try SyncEngine(container, provider, options)
    } catch let error as SyncError {
      throw CommandFailure(error, program: App.program)
    }
    terminal = session.terminal
    status = SyncStatusFile(ofStore: session.location.url)
  }

  /// Syncs once, and shows the progress.
  ///
  /// - Returns: The report of the sync.
  /// - Throws: `CommandFailure`.
  package func run() async throws -> SyncReport {
    do {
      return try await following { try await $0.syncNow() }
    } catch let error as SyncError {
      throw CommandFailure(error, program: App.program)
    }
  }

  /// Performs a sync, shows its progress, and records its result.
  ///
  /// - Throws: `SyncError`.
  func following<Result>(_ synchronize: (SyncEngine) async throws -> Result) async throws -> Result
  {
    let events = engine.events
    let terminal = terminal
    let watching = Task {
      var display = SyncDisplay(on: terminal)
      await display.follow(events)
    }
    do {
      let result = try await synchronize(engine)
      await watching.value
      note { try status.noteSuccess(at: Date()) }
      return result
    } catch let error as SyncError {
      await watching.value
      note { try status.note(error, at: Date()) }
      throw error
    } catch {
      // The engine did not start, so it sends no event that ends the display.
      watching.cancel()
      throw error
    }
  }

  private func note(_ write: () throws -> Void) {
    do {
      try write()
    } catch {
      terminal.warn("The result of the sync could not be saved beside the store. \(error.sentence)")
    }
  }
}
