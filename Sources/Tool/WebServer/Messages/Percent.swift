import Foundation

/// Percent-encoding of paths and forms (RFC 3986, 2.1).
public enum Percent {
  /// Escapes everything but ASCII letters, digits and `-._~`.
  ///
  /// - Parameter text: The text.
  /// - Returns: A component of a path, or a name or value of a query.
  public static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      guard !byte.isAlphanumeric, !"-._~".utf8.contains(byte) else {
        return String(Unicode.Scalar(byte))
      }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// Decodes a text.
  ///
  /// - Parameters:
  ///   - text: The text, as it was sent.
  ///   - place: What it is a part of, for refusals.
  ///   - plusIsSpace: Whether a plus sign stands for a space, as in forms.
  ///   - allowsLineBreaks: Whether tabs and line breaks are decoded, as in texts that people wrote.
  /// - Returns: The decoded text.
  /// - Throws: `WebRefusal` if an escape is invalid, or if there is a control character.
  static func decoded(
    _ text: Substring, at place: String, plusIsSpace: Bool = false, allowsLineBreaks: Bool = false
  ) throws(WebRefusal) -> String {
    guard !text.unicodeScalars.contains(where: { $0 == " " || $0.isControl }) else {
      throw .controlCharacter(at: place)
    }
    let text = plusIsSpace ? text.replacing("+", with: " ") : text
    guard let decoded = String(text).removingPercentEncoding else {
      throw WebRefusal(
        400, "invalid-target", at: place,
        "“\(text)” has a “%” that does not begin an escaped character in UTF-8. Write “%25” for “%”."
      )
    }
    let isWrong: (Unicode.Scalar) -> Bool = {
      $0.isControl && !(allowsLineBreaks && ["\t", "\n", "\r"].contains($0))
    }
    guard !decoded.unicodeScalars.contains(where: isWrong) else {
      throw .controlCharacter(at: place)
    }
    return decoded
  }
}
