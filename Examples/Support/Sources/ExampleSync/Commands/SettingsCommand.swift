import ExampleSupport
import Foundation

/// `settings`.
package struct SettingsCommand<App: SyncingApp>: Command {
  package static var name: String { "settings" }
  package static var synopsis: String { "[provider \(ServerKind.choices)]" }
  package static var summary: String {
    "Show the settings, or choose the server with which \(App.things) are synced."
  }
  package static var details: String {
    let prefix = App.program.uppercased()
    return """
      kinto uses --server, --user, --collection and --password-file. firebase uses --project, --database
      and --email, or --key-file and --user. cloudkit uses --container, --environment, --api-token-file
      and --web-token-file. The program stores these values, so you give them only once.
      Secrets are not passed as arguments. They come from environment variables: $\(prefix)_PASSWORD for
      kinto, $\(prefix)_API_KEY and $\(prefix)_FIREBASE_PASSWORD for firebase, $\(prefix)_API_TOKEN for
      cloudkit. Or they come from files in the settings folder to which only you have access: password,
      api-key, firebase-password, api-token. The sign-in to cloudkit is always in the file web-token.
      After you choose another server, the next sync sends all \(App.things) to it. local keeps them on
      this device.
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
        "Unknown provider “\(arguments[1])”. Use \(ServerKind.names.alternatives).",
        about: Self.self)
    }
    self.kind = kind
  }

  private static var usage: UsageError {
    UsageError(
      "The arguments are not valid. Choose a provider with: \(App.program) settings provider NAME",
      about: Self.self)
  }

  package func run(in session: Session) async throws -> ExitCode {
    let file = try App.settings(in: session)
    let settings = ServerSettings(file)
    if let kind {
      try settings.keep(given, of: kind)
      try await App.choice(file).choose(kind)
      try SyncStatusFile(ofStore: session.location.url).forgetFailure()
    }
    let choice = App.choice(file)
    let record = Record(
      sync: choice.kind.rawValue, isActive: choice.isOn && settings.isSetUp(choice.kind),
      available: ServerKind.allCases.filter(settings.isSetUp).map(\.rawValue),
      server: settings.values(of: choice.kind))
    try session.print(record) { Self.text(choice, record.server) }
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
        "The password is sent to \(address.host ?? "the server") without encryption, so others on "
          + "the network can read it. Use an address with https.")
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
