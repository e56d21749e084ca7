import Foundation
import SyncPort

/// Limits for JSON, checked before it is parsed.
///
/// A small text can contain millions of values, each of which needs far more memory than its
/// characters.
extension HTTPResponse {
  /// The maximum nesting depth of arrays and objects; the deepest records have fewer than 100
  /// levels.
  private static let depthLimit = 200
  /// The maximum number of characters of a number; a `Double` has at most 24.
  private static let numberLimit = 400
  /// The number of bytes of an answer's limit for each allowed value.
  private static let valueSize = 64

  /// Rejects JSON that is nested too deeply or has too many values or too long numbers, in one pass
  /// over the bytes.
  ///
  /// Text that is not JSON passes, because a JSON parser rejects it.
  ///
  /// - Parameters:
  ///   - address: The address that answered, for messages.
  ///   - limit: The maximum size of the answer in bytes; one value is allowed for each 64 of them.
  /// - Throws: `SyncError`, of the kind `answerTooLarge` for too many values, otherwise
  ///   `badAnswer`.
  package func checkJSON(from address: String, limit: Int) throws {
    let valueLimit = max(1_000, limit / Self.valueSize)
    var scan = JSONScan()
    let isFine = body.withUnsafeBytes { bytes in
      bytes.allSatisfy { byte in
        scan.take(byte)
        return scan.depth <= Self.depthLimit && scan.count <= valueLimit
          && scan.numberLength <= Self.numberLimit && byte != 0
      }
    }
    if isFine { return }
    if scan.count > valueLimit {
      throw SyncError.answerTooLarge(address, "more than \(valueLimit) values")
    }
    let what =
      if scan.depth > Self.depthLimit {
        "values nested more than \(Self.depthLimit) levels deep"
      } else if scan.numberLength > Self.numberLimit {
        "a number of more than \(Self.numberLimit) characters"
      } else {
        "JSON that is not in UTF-8"
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

/// The counts of a pass over the bytes of JSON.
private struct JSONScan {
  /// The number of values, or a few more.
  private(set) var count = 1
  private(set) var depth = 0
  /// The number of characters read so far of the current number.
  private(set) var numberLength = 0
  private var isInText = false
  private var isEscaped = false

  mutating func take(_ byte: UInt8) {
    if isInText {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInText = false
      }
      return
    }
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      numberLength += 1
      return
    case UInt8(ascii: "\""): isInText = true
    case UInt8(ascii: "["), UInt8(ascii: "{"): (depth, count) = (depth + 1, count + 1)
    case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
    case UInt8(ascii: ","): count += 1
    default: break
    }
    numberLength = 0
  }
}
