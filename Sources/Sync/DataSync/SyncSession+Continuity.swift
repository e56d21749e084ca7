import SyncPort
import SyncReplication

// Handling of servers that lost changes.

extension SyncSession {
  /// Starts comparing everything with a server that lost changes, unless the program must decide
  /// first.
  func beginAnew(_ peer: SyncPeer, _ check: ContinuityCheck) async throws {
    let count = try peer.acknowledgedCount()
    guard options.serverReset == .sendsAgain else {
      var error = Self.serverReset
      error.message +=
        " It had acknowledged \(count == 1 ? "one record" : "\(count) records") of the store."
      throw error
    }
    try peer.beginAnew(check)
    try await keepPlace(peer)
    tell(.serverReset(records: count))
  }

  /// Restores the identity of a location that was emptied, because other devices know the location
  /// by it.
  private func keepPlace(_ peer: SyncPeer) async throws {
    guard let provider = provider as? any PlacePinning else { return }
    let known = try peer.server()
    provider.forgetIdentity()
    _ = try await provider.identity(after: known.place, of: known.account)
  }

  static let serverReset = SyncError(
    .serverReset,
    "The server lost changes that it had acknowledged: it was restored from a backup, emptied or replaced.",
    advice: """
      Restore the server, or set SyncOptions.serverReset to .sendsAgain: missing records are sent again, and no \
      local data is deleted.
      """)
}

extension SyncWriteResult {
  /// Whether the result is final, so that the same write is not repeated.
  var isSettled: Bool {
    switch self {
    case .saved, .deleted, .refused: true
    case .conflict, .postponed: false
    }
  }
}
