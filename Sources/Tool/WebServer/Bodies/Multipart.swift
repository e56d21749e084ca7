import Foundation

/// A form in parts (RFC 7578).
enum Multipart {
  struct Part {
    var name: String?
    var fileName: String?
    var contentType = ""
    var contents: Data
  }

  /// The maximum size in bytes of the headers of a part.
  private static let headLimit = 1 << 13

  /// Splits a body.
  ///
  /// - Throws: `WebRefusal` if a boundary is missing, or there are too many parts.
  static func parts(_ body: Data, boundary: String, limit: Int) throws(WebRefusal) -> [Part] {
    let separator = Data("\r\n--\(boundary)".utf8)
    // The first boundary may stand at the beginning, without a line break.
    var position: Data.Index
    if body.starts(with: separator.dropFirst(2)) {
      position = body.startIndex + separator.count - 2
    } else if let first = body.range(of: separator) {
      position = first.upperBound
    } else {
      throw WebForm.damaged("has no parts")
    }
    var parts: [Part] = []
    while !body[position...].starts(with: Data("--".utf8)) {
      guard parts.count < limit else {
        throw WebRefusal(
          400, "too-many-fields", at: "body",
          "The form has more than \(limit) fields. Send fewer.")
      }
      // Spaces may follow a boundary.
      let line = body[position...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard line.starts(with: Data("\r\n".utf8)),
        let end = body[(line.startIndex)...].range(of: separator)
      else { throw WebForm.damaged("ends within a part") }
      parts.append(try part(body[line.startIndex..<end.lowerBound]))
      position = end.upperBound
    }
    return parts
  }

  /// Splits a part, which begins with a line break, into headers and contents.
  private static func part(_ bytes: Data) throws(WebRefusal) -> Part {
    let gap = Data("\r\n\r\n".utf8)
    guard let end = bytes.range(of: gap), end.lowerBound - bytes.startIndex <= headLimit,
      let head = String(validating: bytes[..<end.lowerBound], as: UTF8.self)
    else { throw WebForm.damaged("has a part without headers") }
    var part = Part(contents: bytes[end.upperBound...])
    for line in head.split(separator: "\r\n") {
      let sides = line.split(separator: ":", maxSplits: 1)
      guard sides.count == 2 else { throw WebForm.damaged("has a header without a value") }
      switch sides[0].lowercased() {
      case "content-disposition":
        let parameters = HeaderParameters.split(String(sides[1])).parameters
        part.name = parameters["name"].map(unescaped)
        part.fileName = parameters["filename"].map(unescaped)
      case "content-type": part.contentType = MediaType(String(sides[1])).name
      default: break
      }
    }
    return part
  }

  /// Names as browsers escape them (HTML standard, 4.10.21.8).
  private static func unescaped(_ text: String) -> String {
    text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }
}
