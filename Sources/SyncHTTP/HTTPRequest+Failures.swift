import Foundation
import SyncPort

extension HTTPRequest {
  /// The server, for messages.
  var host: String { url.host ?? url.absoluteString }

  var cancelled: SyncError { SyncError(.cancelled, "The request to \(host) was cancelled.") }

  /// There was no answer, or not all of it.
  func unanswered(_ reason: String?) -> SyncError {
    SyncError(
      .offline, "\(host) did not answer\(reason.map { " (\($0))" } ?? "").",
      advice: "Look whether the address is right and the network is there; it is tried again.")
  }

  /// The answer has more bytes than anybody takes.
  func answeredTooMuch(_ limit: Int) -> SyncError {
    SyncError(
      .badAnswer, "\(host) answered with more than \(limit) bytes.",
      advice: "Look whether the address is that of the server.")
  }

  /// How many bytes an answer may have, once they are unpacked.
  static let answerLimit = 1 << 30

  /// Throws where it would be another request than it seems.
  func check() throws {
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
      throw SyncError(
        .invalid, "\(url.absoluteString) is no address of a server.",
        advice: "Use one that begins with https:// or http://.")
    }
    guard Self.isToken(method), headers.allSatisfy({ Self.isToken($0) && Self.isLine($1) }) else {
      throw SyncError(
        .invalid,
        "The method or a header of a request to \(host) has characters that none may have.",
        advice: "Look at the user's name, the password or the token.")
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
