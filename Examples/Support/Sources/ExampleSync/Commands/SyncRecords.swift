import DataSync
import ExampleSupport
import Foundation

/// The report of a sync, in JSON.
package struct SyncReportRecord: Codable, Equatable {
  package var sent: Int
  package var fetched: Int
  package var changed: Int
  package var conflicts: Int
  package var refused: Int

  init(_ report: SyncReport) {
    (sent, fetched, changed) = (report.sent, report.fetched, report.changed)
    (conflicts, refused) = (report.conflicts, report.refused)
  }

  /// The report as a line of text.
  var text: String {
    var parts = ["Sent \(sent), fetched \(fetched)"]
    if changed > 0 { parts.append("changed \(changed) locally") }
    if conflicts > 0 { parts.append("resolved \(conflicts.counted("conflict"))") }
    if refused > 0 { parts.append("\(refused) refused") }
    return parts.joined(separator: ", ") + "."
  }
}

/// The status of sync, in JSON.
package struct SyncStatusRecord: Codable, Equatable {
  package var provider: String
  package var isOn: Bool
  package var isSetUp: Bool
  /// The number of records to send; nil if it is unknown.
  package var pending: Int?
  /// The number of received records that wait for others, or for a later version of the program.
  package var waiting: Int?
  package var lastSync: Date?
  package var lastError: String?
  package var nextTry: Date?

  init(_ choice: any SyncChoice, isSetUp: Bool) {
    (provider, isOn) = (choice.kind.rawValue, choice.isOn)
    self.isSetUp = isSetUp && choice.kind != .local
  }

  /// The status as lines of text.
  func text(on terminal: Terminal) -> String {
    let name = ServerKind(rawValue: provider)?.displayName ?? provider
    let state = provider == ServerKind.local.rawValue ? "" : isOn ? " (on)" : " (off)"
    var lines = ["Sync:      \(name)\(state)\(isSetUp || state.isEmpty ? "" : ", not set up")"]
    if let pending { lines.append("To send:   \(pending)") }
    if let waiting, waiting > 0 { lines.append("Waiting:   \(waiting)") }
    if let lastSync { lines.append("Last sync: \(Self.text(lastSync))") }
    if let lastError {
      lines.append("Failed:    " + terminal.styled(lastError.printable, .red))
    }
    if let nextTry { lines.append("Next try:  \(Self.text(nextTry))") }
    return lines.joined(separator: "\n")
  }

  private static func text(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    return formatter.string(from: date)
  }
}
