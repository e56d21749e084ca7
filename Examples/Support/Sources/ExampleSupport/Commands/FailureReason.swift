/// Why a command did not do what it was asked.
///
/// The names are for other programs, which read them in JSON, and do not change. Programs add reasons
/// of their own.
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
  /// It is a folder, a device, a pipe or a socket.
  package static let notAFile = FailureReason("not-a-file", .failure)
  package static let fileUnreadable = FailureReason("file-unreadable", .failure)
  package static let fileUnwritable = FailureReason("file-unwritable", .failure)
  package static let fileEmpty = FailureReason("file-empty", .failure)
  /// What the file holds is not what the command reads.
  package static let wrongContents = FailureReason("wrong-contents", .failure)
  /// The end of the file is missing.
  package static let fileIncomplete = FailureReason("file-incomplete", .failure)
  package static let fileExists = FailureReason("file-exists", .exists)
  package static let outputFailed = FailureReason("output-failed", .failure)

  package static let storeNotFound = FailureReason("store-not-found", .failure)
  package static let notAStore = FailureReason("not-a-store", .failure)
  package static let storeDamaged = FailureReason("store-damaged", .failure)
  /// Another program, or a version of the program that this one does not know, wrote the store.
  package static let storeUnknown = FailureReason("store-unknown", .failure)
  package static let storeNewer = FailureReason("store-newer", .failure)
  package static let storeUnusable = FailureReason("store-unusable", .failure)

  package static let notFound = FailureReason("not-found", .notFound)
  package static let ambiguous = FailureReason("ambiguous", .notFound)
  package static let exists = FailureReason("exists", .exists)
  package static let refused = FailureReason("refused", .refused)
  package static let notAvailable = FailureReason("not-available", .notAvailable)
}
