import Foundation
import SyncPort

extension HTTPResponse {
  /// The number of bytes of an answer's limit for each allowed value.
  private static let valueSize = 64

  /// Parses the content.
  ///
  /// - Parameters:
  ///   - address: The address that answered, for messages.
  ///   - limit: The maximum size of the answer in bytes; one value is allowed for each 64 of them.
  /// - Returns: The content; nil if it is not JSON in UTF-8 or was truncated.
  /// - Throws: `SyncError`, of the kind `answerTooLarge` for too many values, and `badAnswer` for
  ///   other limits.
  package func json(from address: String, limit: Int) throws(SyncError) -> JSONValue? {
    let valueLimit = max(1_000, limit / Self.valueSize)
    let what: String
    do throws(JSONError) {
      return try JSONValue(body, valueLimit: valueLimit)
    } catch .tooManyValues {
      throw SyncError.answerTooLarge(address, "more than \(valueLimit) values")
    } catch .nestedTooDeeply {
      what = "values nested more than \(JSONParser.depthLimit) levels deep"
    } catch .numberTooLong {
      what = "a number of more than \(JSONParser.numberLimit) characters"
    } catch {
      return nil
    }
    throw SyncError(
      .badAnswer, "\(address) answered with \(what).",
      advice: "Check that this is the server's address. The next sync tries again.")
  }

  /// Returns the beginning of a server's text, for the end of a message's sentence: without a period
  /// of its own.
  package static func excerpt(_ text: String) -> String {
    let start = text.prefix(300)
    guard start.endIndex == text.endIndex else { return "\(start)…" }
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
    let said = text[..<end]
    return String(said.hasSuffix(".") ? said.dropLast() : said)
  }
}
