import Foundation
import ReadItLaterCore

/// Ends a command; the message says what went wrong, where, and what to do about it.
struct CommandFailure: Error {
  var message: String
  var code = ExitCode.failure

  static var inboxFull: CommandFailure {
    CommandFailure(message: ShareError.inboxFull.localizedDescription, code: .inboxFull)
  }
}
