import Foundation
import Locks
import SyncPort

/// Signs requests with a server-to-server key.
///
/// Cryptography is the caller's, so that this module needs no library for it: OpenSSL's `EVP_DigestSign` and
/// swift-crypto's `P256.Signing` do it.
public protocol CloudKitSigner: Sendable {
  /// The signature of bytes: ECDSA with P-256 and SHA-256, in DER.
  ///
  /// - Throws: Why there is none.
  func sign(_ bytes: Data) throws -> Data

  /// The SHA-256 digest of bytes, 32 bytes.
  ///
  /// - Throws: Why there is none.
  func sha256(_ bytes: Data) throws -> Data
}

/// Who uses a database.
public enum CloudKitCredentials: Sendable, CustomStringConvertible, CustomReflectable {
  /// A person who has signed in.
  case user(apiToken: String, webToken: CloudKitWebToken)
  /// A server with a key of the container's, which reaches the public database alone.
  case server(keyID: String, signer: any CloudKitSigner)

  /// Who it is, without tokens.
  public var description: String {
    switch self {
    case .user: "user"
    case .server(let keyID, _): "server(keyID: \(keyID))"
    }
  }

  /// Shows no tokens.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A person's sign-in, which is renewed by each answer.
///
/// A token is good for one request, and the answer brings the next one; so there is one of these for each
/// sign-in, which all providers of it share, and requests wait for each other.
public final class CloudKitWebToken: Sendable, CustomReflectable {
  private struct State {
    var token: String
    var isInUse = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>
  private let onRenewal: @Sendable (String) async throws -> Void

  /// Makes a sign-in.
  ///
  /// - Parameters:
  ///   - token: The `ckWebAuthToken` that signing in gave, or that was kept last.
  ///   - onRenewal: Keeps each new token, before another request is sent; without it, the person has to sign in
  ///     again when the program starts the next time.
  public init(
    _ token: String, onRenewal: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) {
    state = Mutex(State(token: token))
    self.onRenewal = onRenewal
  }

  /// The token for the next request.
  public var current: String { state.withLock { $0.token } }

  /// Does not show the token.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Waits until no other request is under way.
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

  /// Lets the next request go.
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

  /// Keeps the token of an answer.
  func renew(_ token: String) async throws {
    guard token != current else { return }
    state.withLock { $0.token = token }
    do {
      try await onRenewal(token)
    } catch {
      throw SyncError(
        .storeFailed, "The new web token of CloudKit was not kept: \(error)",
        advice: "Look at what keeps it; without it, the person has to sign in again.")
    }
  }
}
