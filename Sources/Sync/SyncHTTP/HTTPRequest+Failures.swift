import Foundation
import SyncPort

extension HTTPRequest {
  /// The server's host, for messages.
  var host: String { url.host ?? url.absoluteString }

  var cancelled: SyncError { SyncError(.cancelled, "The request to \(host) was cancelled.") }

  /// Returns the error for a missing or incomplete answer.
  func unanswered(_ reason: String?) -> SyncError {
    SyncError(
      .offline, "\(host) did not answer\(reason.map { " (\($0))" } ?? "").",
      advice: "Check the address and the network connection. The next sync tries again.")
  }

  /// The address without potentially secret parts: user, password, query and fragment.
  var plainAddress: String {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return host }
    (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
    return parts.string ?? host
  }

  /// Returns the error for an answer whose content exceeded its limit.
  func answeredTooMuch(_ limit: Int) -> SyncError {
    .answerTooLarge(plainAddress, "more than \(limit) bytes after decompression")
  }

  /// The error for an answer whose headers exceeded their limit.
  var answeredTooManyHeaders: SyncError {
    var error = SyncError.answerTooLarge(
      plainAddress, "more than \(AnswerLimits.headers) bytes of headers")
    // This limit is fixed.
    error.advice = "Check that this is the server's address."
    return error
  }

  /// Checks that the request is well-formed, so that it cannot turn into a different one on the
  /// wire.
  func check() throws {
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
      throw SyncError(
        .invalid, "\(url.absoluteString) is not the address of a server.",
        advice: "Use an address that begins with https:// or http://.")
    }
    guard Self.isToken(method), headers.allSatisfy({ Self.isToken($0) && Self.isLine($1) }) else {
      throw SyncError(
        .invalid,
        "Cannot send a request to \(host): its method or a header contains invalid characters.",
        advice: "Check the user name, the password or the token.")
    }
  }

  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte > 0x20 && byte < 0x7F && !#"()<>@,;:\"/[]?={}"#.utf8.contains(byte)
      }
  }

  private static func isLine(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}

extension SyncError {
  /// Returns the error for an answer that is not read further.
  static func answerTooLarge(_ address: String, _ size: String) -> SyncError {
    SyncError(
      .answerTooLarge, "\(address) answered with \(size).",
      advice:
        "Check that this is the server's address. If the answer is expected, raise AnswerLimits.")
  }
}
