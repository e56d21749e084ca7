import DataSync
import ExamplePages
import ExampleSupport
import Foundation
import SwiftData
import WebServer

/// The part of a settings page that chooses where to sync, and shows whether that works.
package struct SyncPages<App: SyncingApp>: Sendable {
  private let sync: ContinuousSync<App>

  /// Starts to sync a store as the settings say.
  package init(_ app: App.Type, in session: Session, on container: ModelContainer) {
    let sync = ContinuousSync<App>(in: session, on: container)
    Task { await sync.restart() }
    self.sync = sync
  }

  /// The routes of changes; each returns to a page.
  ///
  /// - Parameter place: The path of the settings page.
  /// - Returns: The routes.
  package func routes(returningTo place: String) -> [WebRoute] {
    [
      WebRoute("POST", "/sync/provider") { request in
        let name = try WebForm(request).values["provider"] ?? ""
        guard let kind = ServerKind(rawValue: name) else { throw WebRefusal.nothing(at: request) }
        try choose(kind)
        return .seeOther("\(place)?done=saved")
      },
      WebRoute("POST", "/sync/now") { [sync] _ in
        do {
          try waiting { try await sync.syncNow() }
          return .seeOther("\(place)?done=synced")
        } catch is SyncError {
          // The page shows the problem.
          return .seeOther(place)
        }
      },
    ]
  }

  /// Chooses a server, or none.
  ///
  /// - Throws: `CommandFailure` if the choice cannot be stored.
  package func choose(_ kind: ServerKind) throws {
    try waiting { [sync] in try await sync.choose(kind) }
  }

  /// The state, and the forms that change it.
  ///
  /// - Throws: `CommandFailure` if the settings cannot be read.
  package func content(_ language: PageLanguage) throws -> HTML {
    let state = try waiting { [sync] in try await sync.state() }
    let kinds: [ServerKind] = [.cloudKit, .firebase, .kinto, .local]
    let isOn = state.isOn && state.kind != .local
    let field = FormField(
      "provider", language("Server", "同期先"), (isOn ? state.kind : .local).rawValue,
      kind: "select",
      choices: kinds.map { kind in
        (
          kind.rawValue,
          kind == .local ? language(kind.displayName, "このデバイスのみ") : kind.displayName
        )
      }, attributes: "data-submit")
    let form = PostForm("/sync/provider", [field], button: language("Save", "保存"))
    return """
      \(form.html)
      <div data-live="sync">\(summary(state, isOn, language))</div>
      """
  }

  private func summary(
    _ state: ContinuousSync<App>.State, _ isOn: Bool, _ language: PageLanguage
  ) -> HTML {
    guard isOn else {
      return """
        <p>\(language("Everything stays on this device.", "すべてこのデバイスに保存されます。"))</p>
        """
    }
    guard state.isSetUp else {
      let command = "\(App.program) settings provider \(state.kind.rawValue)"
      return """
        <p class="warning">\(language(
          "\(state.kind.displayName) is not set up, so everything stays on this device for now. Set it up on the command line:",
          "\(state.kind.displayName)が設定されていないため、今はこのデバイスだけに保存されます。コマンドラインで設定してください："))
        <code>\(command)</code></p>
        """
    }
    let last = state.lastSync.map(language.moment) ?? language("never", "なし")
    return """
      <dl><dt>\(language("Last sync", "最後の同期"))</dt><dd>\(last)</dd>
      <dt>\(language("Still to be sent", "未送信"))</dt><dd>\(state.pending.map { "\($0)" } ?? "–")</dd></dl>
      \(state.problem.map { "<p class=\"problem\">\($0)</p>" as HTML })
      \(actionButton("/sync/now", language("Sync now", "今すぐ同期")))
      """
  }
}
