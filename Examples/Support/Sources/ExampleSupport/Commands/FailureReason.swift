/// The reason that a command failed.
///
/// The names are for other programs, which read them in JSON, and do not change. Programs add their
/// own reasons.
package struct FailureReason: Equatable, Sendable {
  package let name: String
  package let exitCode: ExitCode

  package init(_ name: String, _ exitCode: ExitCode) {
    self.name = name
    self.exitCode = exitCode
  }

  package static let failed = FailureReason("failed", .failure)
  package static let wrongUsage = FailureReason("wrong-usage", .usage)

  package static let fileNotFound = FailureReason("file-not-found", .failure)
  /// The item is a folder, a device, a pipe or a socket.
  package static let notAFile = FailureReason("not-a-file", .failure)
  package static let fileUnreadable = FailureReason("file-unreadable", .failure)
  package static let fileUnwritable = FailureReason("file-unwritable", .failure)
  package static let fileEmpty = FailureReason("file-empty", .failure)
  /// The command cannot read the contents of the file.
  package static let wrongContents = FailureReason("wrong-contents", .failure)
  /// The file is truncated.
  package static let fileIncomplete = FailureReason("file-incomplete", .failure)
  package static let fileExists = FailureReason("file-exists", .exists)
  package static let outputFailed = FailureReason("output-failed", .failure)

  package static let storeNotFound = FailureReason("store-not-found", .failure)
  package static let notAStore = FailureReason("not-a-store", .failure)
  package static let storeDamaged = FailureReason("store-damaged", .failure)
  /// The store was written by another program, or by an unknown version of this program.
  package static let storeUnknown = FailureReason("store-unknown", .failure)
  package static let storeNewer = FailureReason("store-newer", .failure)
  package static let storeUnusable = FailureReason("store-unusable", .failure)

  package static let notFound = FailureReason("not-found", .notFound)
  package static let ambiguous = FailureReason("ambiguous", .notFound)
  package static let exists = FailureReason("exists", .exists)
  package static let refused = FailureReason("refused", .refused)
  package static let notAvailable = FailureReason("not-available", .notAvailable)
}
