import Foundation

/// What a browser sends for a form: texts and files.
public struct WebForm: Sendable {
  /// A file that was chosen in a form.
  public struct File: Sendable {
    /// The file's name on the sender's machine, without folders; it is not safe as a path.
    public var name: String
    /// The media type that the browser took the file for; empty if it sent none.
    public var contentType: String
    /// The contents.
    public var contents: Data
  }

  /// The texts.
  public var values = FormValues()
  /// The files by field name; fields for which no file was chosen are left out.
  public var files: [String: [File]] = [:]

  /// Parses the body of a request.
  ///
  /// - Parameters:
  ///   - request: A request with `application/x-www-form-urlencoded` or `multipart/form-data`.
  ///   - limit: The maximum number of fields.
  /// - Throws: `WebRefusal` if the body has another type or is damaged.
  public init(_ request: WebRequest, limit: Int = 1_000) throws(WebRefusal) {
    let type = MediaType(request.headers["Content-Type"] ?? "")
    switch type.name {
    case "application/x-www-form-urlencoded":
      guard let text = String(validating: request.body, as: UTF8.self) else {
        throw WebRefusal(400, "invalid-form", at: "body", "The form is not in UTF-8.")
      }
      values = try FormValues(text[...], at: "form", limit: limit, allowsLineBreaks: true)
    case "multipart/form-data":
      guard let boundary = type.parameters["boundary"], !boundary.isEmpty, boundary.count <= 200
      else { throw Self.damaged("has no boundary") }
      for part in try Multipart.parts(request.body, boundary: boundary, limit: limit) {
        try append(part)
      }
    default:
      throw WebRefusal(
        415, "unsupported-type", at: "header Content-Type",
        "The request needs a form, but has “\(request.headers["Content-Type"] ?? "")”.")
    }
  }

  private mutating func append(_ part: Multipart.Part) throws(WebRefusal) {
    guard let name = part.name else { throw Self.damaged("has a part without a name") }
    if let file = part.fileName {
      // Browsers send an empty file if none was chosen.
      guard !file.isEmpty || !part.contents.isEmpty else { return }
      let last = file.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init)
      files[name, default: []].append(
        File(name: last ?? "", contentType: part.contentType, contents: Data(part.contents)))
      return
    }
    guard let text = String(validating: part.contents, as: UTF8.self) else {
      throw WebRefusal(400, "invalid-form", at: "form \(name)", "“\(name)” is not in UTF-8.")
    }
    guard
      !text.unicodeScalars.contains(where: { $0.isControl && !"\t\r\n".unicodeScalars.contains($0) }
      )
    else { throw .controlCharacter(at: "form \(name)") }
    values.append(name, text)
  }

  static func damaged(_ how: String) -> WebRefusal {
    WebRefusal(
      400, "invalid-form", at: "body", "The form \(how). Send it again from the page.")
  }
}

/// A media type such as `text/html; charset=utf-8` (RFC 9110, 8.3.1).
struct MediaType {
  /// The type without parameters, in lowercase.
  let name: String
  /// The parameters, by name in lowercase; quotation marks are removed.
  let parameters: [String: String]

  init(_ text: String) {
    let parts = HeaderParameters.split(text)
    name = parts.first.lowercased()
    parameters = parts.parameters
  }
}

/// A value of a header field with parameters.
enum HeaderParameters {
  /// Splits a value such as `form-data; name="a"`.
  static func split(_ text: String) -> (first: String, parameters: [String: String]) {
    var rest = text[...]
    let first = take(&rest, until: [";"])
    var parameters: [String: String] = [:]
    while !rest.isEmpty {
      let name = take(&rest, until: ["=", ";"], keepsEnd: true).lowercased()
      guard rest.first == "=" else {
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst()
      let value = takeValue(&rest)
      if parameters[name] == nil { parameters[name] = value }
    }
    return (first, parameters)
  }

  private static func take(
    _ rest: inout Substring, until ends: Set<Character>, keepsEnd: Bool = false
  ) -> String {
    let end = rest.firstIndex(where: ends.contains) ?? rest.endIndex
    let text = rest[..<end].trimming(while: { $0 == " " || $0 == "\t" })
    rest = keepsEnd || end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...]
    return String(text)
  }

  /// Takes a value, which may be quoted; a backslash in it stands before any character.
  private static func takeValue(_ rest: inout Substring) -> String {
    rest = rest.drop { $0 == " " || $0 == "\t" }
    guard rest.first == "\"" else { return take(&rest, until: [";"]) }
    rest = rest.dropFirst()
    var value = ""
    while let character = rest.popFirst(), character != "\"" {
      // Browsers write `%22` for a quotation mark, and leave backslashes of Windows alone.
      if character == "\\", rest.first == "\"" || rest.first == "\\", let next = rest.popFirst() {
        value.append(next)
      } else {
        value.append(character)
      }
    }
    _ = take(&rest, until: [";"])
    return value
  }
}

extension Substring {
  fileprivate func trimming(while isRemoved: (Character) -> Bool) -> Substring {
    let start = drop(while: isRemoved)
    let end = start.lastIndex { !isRemoved($0) }.map(start.index(after:)) ?? start.startIndex
    return start[..<end]
  }
}
