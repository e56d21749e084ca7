import SyncPort
import SyncReplication

// The server, location and account that a store is synced with.

extension SyncSession {
  func checkAccount(_ peer: SyncPeer) async throws {
    let known = try peer.server()
    let isSame = known.provider == provider.identifier
    let place = try await (provider as? any PlacePinning)?
      .identity(after: isSame ? known.place : nil, of: known.account)
    let account = try await provider.account()
    if isSame, known.account == account {
      if known.place != place { try peer.setServer(provider.identifier, account, place) }
      return
    }
    if let former = known.provider {
      if former == provider.identifier {
        switch options.account {
        case .asks: throw try Self.changed(known.account, account, peer)
        case .keepsApart:
          try peer.forgetAccount()
          hasChangedRows = true
        case .merges: break
        }
        tell(.accountChanged(from: known.account, to: account))
      }
      try peer.forgetServer()
    }
    try peer.setServer(provider.identifier, account, place)
  }

  /// Returns the error that lets the program decide about the rows of the previous account.
  private static func changed(
    _ former: String?, _ account: String?, _ peer: SyncPeer
  ) throws -> SyncError {
    try peer.collect()
    let count = try peer.pendingCount()
    let unsent =
      switch count {
      case 0: ""
      case 1: " One record has changes that were never sent."
      default: " \(count) records have changes that were never sent."
      }
    let before = former.map { "with the account \($0)" } ?? "without an account"
    let now = account.map { "the account \($0)" } ?? "no account"
    return SyncError(
      .accountChanged,
      "The store was synced \(before), but \(now) is signed in now.\(unsent)",
      advice:
        "Sign in with the previous account, or set SyncOptions.account to .keepsApart or .merges.")
  }
}
