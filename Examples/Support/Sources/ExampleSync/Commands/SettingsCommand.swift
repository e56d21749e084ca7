import ExampleSupport
import Foundation

/// `settings`.
package struct SettingsCommand<App: SyncingApp>: Command {
  package static var name: String { "settings" }
  package static var synopsis: String { "[provider \(ServerKind.choices)]" }
  package static var summary: String {
    "Show the settings, or choose what \(App.things) are synced with."
  }
  package static var details: String {
    let prefix = App.program.uppercased()
    return """
      kinto takes --server, --user, --collection and --password-file; firebase --project, --database and
      --email, or --key-file and --user; cloudkit --container, --environment, --api-token-file and
      --web-token-file. What was said once is kept. Secrets are no arguments: kinto's is read from
      $\(prefix)_PASSWORD, firebase's from $\(prefix)_API_KEY and $\(prefix)_FIREBASE_PASSWORD, cloudkit's
      from $\(prefix)_API_TOKEN, or from files beside the settings that nobody else may read: password,
      api-key, firebase-password, api-token; and cloudkit's sign-in from web-token. A choice takes all
      \(App.things) over to the new server with the next sync. local keeps them on this device.
      """
  }
  package static var options: Set<CommandOption> {
    Set(ServerKind.allCases.flatMap { $0.options.map(\.option) })
  }

  /// The settings in JSON.
  package struct Record: Codable, Equatable {
    /// The chosen provider.
    package var sync: String
    /// Whether sync is on, and the server is configured.
    package var isActive: Bool
    /// The providers that can be chosen without further options.
    package var available: [String]
    /// The settings of the server, without secrets.
    package var server: [String: String]
  }

  /// The provider to choose; nil to show the settings.
  private let kind: ServerKind?
  private let given: [CommandOption: String]

  package init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(0...2)
    given = invocation.options.filter { Self.options.contains($0.key) }
    guard let key = arguments.first else {
      kind = nil
      guard given.isEmpty else { throw Self.usage }
      return
    }
    // Earlier versions used “sync” here.
    guard ["provider", "sync"].contains(key), arguments.count == 2 else { throw Self.usage }
    guard let kind = ServerKind(named: arguments[1]) else {
      throw UsageError(
        "“\(arguments[1])” is no provider; there are \(ServerKind.choices).", about: Self.self)
    }
    self.kind = kind
  }

  private static var usage: UsageError {
    UsageError("Settings are chosen as: \(App.program) settings provider NAME", about: Self.self)
  }

  package func run(in session: Session) async throws -> ExitCode {
    let file = try App.settings(in: session)
    let settings = ServerSettings(file)
    let former = App.choice(file)
    let before = (former.kind, former.isOn)
    if let kind {
      try settings.keep(given, of: kind)
      try await former.choose(kind)
      try SyncStatusFile(ofStore: session.location.url).forgetFailure()
    }
    let choice = App.choice(file)
    let record = Record(
      sync: choice.kind.rawValue, isActive: choice.isOn && settings.isSetUp(choice.kind),
      available: ServerKind.allCases.filter(settings.isSetUp).map(\.rawValue),
      server: settings.values(of: choice.kind))
    try session.print(record) { Self.text(choice, record.server) }
    if before != (choice.kind, choice.isOn), let notice = App.restartNotice {
      session.terminal.note(notice)
    }
    warn(choice, settings, on: session.terminal)
    return .success
  }

  private func warn(_ choice: any SyncChoice, _ settings: ServerSettings, on terminal: Terminal) {
    guard choice.kind != .local else { return }
    if !settings.isSetUp(choice.kind) {
      let failure = CommandFailure.notSetUp(choice.kind, App.program)
      terminal.warn(
        "\(failure.message) The \(App.things) stay on this device. \(failure.advice ?? "")")
    }
    let address = settings.values(of: choice.kind)[CommandOption.server.name].flatMap(
      URL.init(string:))
    if let address, address.scheme?.lowercased() == "http", !Self.isOwn(address.host ?? "") {
      terminal.warn(
        "The password goes to \(address.host ?? "the server") as everybody on the way can read it. "
          + "Use an address with https.")
    }
  }

  private static func isOwn(_ host: String) -> Bool {
    ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host.lowercased())
  }

  private static func text(_ choice: any SyncChoice, _ server: [String: String]) -> String {
    let off = choice.isOn || choice.kind == .local ? "" : ", off"
    let lines = server.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value.printable)" }
    return (["Sync: \(choice.kind.rawValue) (\(choice.kind.displayName)\(off))"] + lines)
      .joined(separator: "\n")
  }
}
