import ExampleSupport
import ReadItLaterCore

extension BookmarkStatus {
  /// The statuses, as help lists them.
  static let choices = allCases.map(\.rawValue).joined(separator: "|")

  /// Parses a status from the command line, ignoring case.
  ///
  /// - Throws: `UsageError`.
  init(argument: String, of command: any Command.Type) throws {
    guard let status = BookmarkStatus(rawValue: argument.lowercased()) else {
      throw UsageError(
        "Unknown status “\(argument)”. Use \(Self.allCases.map(\.rawValue).alternatives).",
        about: command)
    }
    self = status
  }
}
