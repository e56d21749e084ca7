import DataSync
import ExampleSupport
import Foundation

/// `sync`.
package struct SyncCommand<App: SyncingApp>: Command {
  package static var name: String { "sync" }
  package static var synopsis: String { "[on|off|status|now]" }
  package static var summary: String { "Sync with the server, or show the status of sync." }
  package static var details: String {
    """
    on and off turn sync on and off; local data is kept either way. now syncs immediately. status shows
    how much is still to be sent. While sync is on, other commands sync too: before they read, and
    after they have changed something. Choose the server with: \(App.program) settings provider
    """
  }
  package static var options: Set<CommandOption> { [account] }

  private enum Action: String, CaseIterable { case on, off, status, now }

  private static var account: CommandOption {
    CommandOption(
      "account", value: "merge|apart",
      "After a change of account: merge sends all data to the new account, apart removes the "
        + "previous account's data.")
  }

  private let action: Action
  private let policy: SyncOptions.AccountPolicy

  package init(_ invocation: Invocation) throws {
    let word = try invocation.arguments(0...1).first ?? Action.status.rawValue
    guard let action = Action(rawValue: word.lowercased()) else {
      throw UsageError("Unknown action “\(word)”. Use on, off, status or now.", about: Self.self)
    }
    self.action = action
    switch invocation[Self.account] {
    case nil: policy = .asks
    case "merge": policy = .merges
    case "apart": policy = .keepsApart
    case let word?:
      throw UsageError("--account must be merge or apart, not “\(word)”.", about: Self.self)
    }
  }

  package func run(in session: Session) async throws -> ExitCode {
    let file = try App.settings(in: session)
    let choice = App.choice(file)
    switch action {
    case .on, .off:
      guard choice.kind != .local else { throw CommandFailure.notSetUp(.local, App.program) }
      guard action == .off || ServerSettings(file).isSetUp(choice.kind) else {
        throw CommandFailure.notSetUp(choice.kind, App.program)
      }
      try await choice.turn(on: action == .on)
      try SyncStatusFile(ofStore: session.location.url).forgetFailure()
      try await showStatus(in: session, file)
    case .status: try await showStatus(in: session, file)
    case .now: try await syncNow(in: session, choice)
    }
    return .success
  }

  private func syncNow(in session: Session, _ choice: any SyncChoice) async throws {
    guard choice.isOn || choice.kind == .local else {
      throw CommandFailure(
        "Sync is off.", advice: "Turn it on with: \(App.program) sync on", .refused)
    }
    let container = try App.openContainer(in: session)
    let run = try await SyncRun<App>(in: session, on: container, account: policy)
    let report = try await run.run()
    try session.print(SyncReportRecord(report)) { SyncReportRecord(report).text }
  }

  private func showStatus(in session: Session, _ file: SettingsFile) async throws {
    let choice = App.choice(file)
    var record = SyncStatusRecord(choice, isSetUp: ServerSettings(file).isSetUp(choice.kind))
    let known = SyncStatusFile(ofStore: session.location.url).contents
    (record.lastSync, record.lastError) = (known.lastSync, known.lastError)
    record.nextTry = choice.isOn ? known.nextTry : nil
    if record.isSetUp, FileKind(ofPath: session.location.url.path) != nil {
      try await count(in: session, &record)
    }
    try session.print(record) { record.text(on: session.terminal) }
  }

  /// Counts the records left to sync, without contacting a server.
  private func count(in session: Session, _ record: inout SyncStatusRecord) async throws {
    do {
      let run = try await SyncRun<App>(in: session, on: try App.openContainer(in: session))
      let counts = try await run.engine.counts()
      (record.pending, record.waiting) = (counts.pending, counts.waiting)
    } catch let failure as CommandFailure where failure.reason.exitCode == .refused {
      // A missing password does not prevent showing the rest.
      session.terminal.warn(failure.text)
    } catch let error as SyncError {
      throw CommandFailure(error, program: App.program)
    }
  }
}
