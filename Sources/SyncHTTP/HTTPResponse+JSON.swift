import Foundation
import SyncPort

/// What is asked of JSON before anything is made of it: a small text can have millions of values, each of which takes
/// far more memory than its characters.
extension HTTPResponse {
  /// How many arrays and objects may stand within each other; the deepest records have fewer than 100.
  private static let depthLimit = 200
  /// How many characters a number may have; a Double has 24 at most.
  private static let numberLimit = 400
  /// How many bytes of the limit of an answer count for a value.
  private static let valueSize = 64

  /// Refuses JSON that is nested too deeply, or has too many values or too long numbers, in one pass over the bytes.
  ///
  /// Texts that are no JSON pass, since a reader of JSON refuses them.
  ///
  /// - Parameters:
  ///   - address: The address that answered, for messages.
  ///   - limit: How many bytes the answer may have; there may be a value for each 64 of them.
  /// - Throws: `SyncError`, of the kind `answerTooLarge` for too many values, otherwise `badAnswer`.
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
      advice: "Look whether the address is that of the server; it is tried again.")
  }

  /// The beginning of a text of a server, for messages.
  package static func excerpt(_ text: String) -> String {
    let start = text.prefix(300)
    return start.endIndex == text.endIndex ? text : "\(start)…"
  }
}

/// What a pass over the bytes of JSON has counted.
private struct JSONScan {
  /// How many values there are, or a few more.
  private(set) var count = 1
  private(set) var depth = 0
  /// How many characters the number has so far that the pass is in.
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
