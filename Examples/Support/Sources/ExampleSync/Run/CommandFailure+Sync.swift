import DataSync
import ExampleSupport

extension CommandFailure {
  /// Converts an error of a sync to a failure for users of a terminal.
  package init(_ error: SyncError, program: String) {
    let advice =
      error.kind == .accountChanged
      ? "Sign in to the previous account, or choose what happens to the data: "
        + "\(program) sync now --account merge|apart"
      : error.advice
    self.init(
      error.message,
      advice: advice
        ?? "Local data was not lost. To see how much is still to be sent: \(program) sync status",
      Self.reason(error.kind))
  }

  private static func reason(_ kind: SyncError.Kind) -> FailureReason {
    switch kind {
    case .offline: FailureReason("offline", .syncFailed)
    case .notSignedIn: FailureReason("not-signed-in", .syncFailed)
    case .accountChanged: FailureReason("account-changed", .refused)
    case .storeFailed: .storeUnusable
    case .invalid: .refused
    default: FailureReason("sync-failed", .syncFailed)
    }
  }
}
