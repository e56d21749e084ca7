import CMicroHTTPD

/// The texts of a request before its body, where they stand in the memory of the connection.
///
/// The library ends each text with NUL where a space, colon or line break stood. A NUL that the client sent cuts a text
/// as well; what follows then is not the next text.
struct RawHead {
  private struct Field {
    let name: UnsafePointer<CChar>
    let value: UnsafePointer<CChar>
  }

  private let method: UnsafePointer<CChar>
  private let target: UnsafePointer<CChar>
  private let version: UnsafePointer<CChar>
  private let connection: OpaquePointer

  init(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, target: UnsafePointer<CChar>,
    version: UnsafePointer<CChar>
  ) {
    (self.connection, self.method) = (connection, method)
    (self.target, self.version) = (target, version)
  }

  /// Bytes before the body.
  var size: Int { readitlater_http_header_size(connection) }

  /// Header fields.
  var fieldCount: Int { Int(readitlater_http_headers(connection, nil, nil)) }

  /// Whether the first line contains NUL.
  ///
  /// - Parameter targetSize: The length of the target up to its first NUL.
  /// - Returns: Whether one of its texts is shorter than the library takes it for.
  func firstLineContainsNUL(targetSize: Int) -> Bool {
    method + strlen(method) + 1 != target || target + targetSize + 1 != version
  }

  /// The header fields.
  /// - Throws: `HTTPRefusal` if one of them contains NUL or goes on in a second line.
  func headers() throws(HTTPRefusal) -> HTTPHeaders {
    var fields: [Field] = []
    _ = withUnsafeMutablePointer(to: &fields) { fields in
      readitlater_http_headers(
        connection,
        { context, _, name, value in
          guard let name, let value else { return readitlater_http_yes }
          context?.assumingMemoryBound(to: [Field].self).pointee
            .append(Field(name: name, value: value))
          return readitlater_http_yes
        }, fields)
    }
    var headers = HTTPHeaders()
    let end = method + size
    for (index, field) in fields.enumerated() {
      let isLast = index + 1 == fields.count
      guard isWhole(field, before: isLast ? end : fields[index + 1].name, isLast: isLast) else {
        throw .controlCharacter(at: "header \(String(cString: field.name))")
      }
      headers.append(String(cString: field.name), String(cString: field.value))
    }
    return headers
  }

  /// Whether nothing but spaces and the end of a line stands between a field and what follows: two lines end behind the
  /// last field.
  private func isWhole(_ field: Field, before next: UnsafePointer<CChar>, isLast: Bool) -> Bool {
    let end = field.value + strlen(field.value)
    guard field.name > method, field.value > field.name, end < next, next <= method + size else {
      return false
    }
    var breaks = 0
    for byte in UnsafeBufferPointer(start: end, count: next - end) {
      switch UInt8(bitPattern: byte) {
      case 0, UInt8(ascii: "\r"), UInt8(ascii: "\n"): breaks += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      default: return false
      }
    }
    return breaks <= (isLast ? 4 : 2)
  }
}
