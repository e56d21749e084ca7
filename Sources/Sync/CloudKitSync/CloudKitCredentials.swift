import Foundation
import Locks
import SyncPort

/// Signs requests with a server-to-server key.
///
/// The caller provides the cryptography, so that this module needs no library for it: for example,
/// OpenSSL's `EVP_DigestSign` or swift-crypto's `P256.Signing`.
public protocol CloudKitSigner: Sendable {
  /// Returns the signature of bytes: ECDSA with P-256 and SHA-256, in DER format.
  ///
  /// - Throws: Any error that explains why there is no signature.
  func sign(_ bytes: Data) throws -> Data

  /// Returns the SHA-256 digest of bytes, which has 32 bytes.
  ///
  /// - Throws: Any error that explains why there is no digest.
  func sha256(_ bytes: Data) throws -> Data
}

/// The credentials for a database.
public enum CloudKitCredentials: Sendable, CustomStringConvertible, CustomReflectable {
  /// A person who has signed in.
  case user(apiToken: String, webToken: CloudKitWebToken)
  /// A server with a key of the container, which can only access the public database.
  case server(keyID: String, signer: any CloudKitSigner)

  /// The kind of credentials, without tokens.
  public var description: String {
    switch self {
    case .user: "user"
    case .server(let keyID, _): "server(keyID: \(keyID))"
    }
  }

  /// Hides the tokens.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A person's sign-in, which each answer renews.
///
/// A token is valid for one request, and the answer contains the next one. So each sign-in has one
/// instance, which all of its providers share, and requests wait for each other.
public final class CloudKitWebToken: Sendable, CustomReflectable {
  private struct State {
    var token: String
    var isInUse = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>
  private let onRenewal: @Sendable (String) async throws -> Void

  /// Creates a sign-in.
  ///
  /// - Parameters:
  ///   - token: The `ckWebAuthToken` from signing in, or the one that was stored last.
  ///   - onRenewal: Stores each new token before another request is sent; without it, the person
  ///     must sign in again when the program starts the next time.
  public init(
    _ token: String, onRenewal: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) {
    state = Mutex(State(token: token))
    self.onRenewal = onRenewal
  }

  /// The token for the next request.
  public var current: String { state.withLock { $0.token } }

  /// Hides the token.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Waits until no other request is in progress.
  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isInUse { state.waiting.append(continuation) }
        defer { state.isInUse = true }
        return !state.isInUse
      }
      if isFree { continuation.resume() }
    }
  }

  /// Lets the next request proceed.
  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.isInUse = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }

  /// Adopts the token of an answer.
  func renew(_ token: String) async throws {
    guard token != current else { return }
    state.withLock { $0.token = token }
    do {
      try await onRenewal(token)
    } catch {
      throw SyncError(
        .storeFailed, "Cannot store CloudKit's new web auth token: \(error)",
        advice: "Check the closure onRenewal. Without the token, the user must sign in again.")
    }
  }
}
