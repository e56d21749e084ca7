#if MICROHTTPD
  import CMicroHTTPD

  /// The texts of a request before its body, in the memory of the connection.
  ///
  /// The library replaces the space, colon or line break after each text with NUL. A NUL that the
  /// client sent also ends a text; the bytes after it are then not the next text.
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

    /// The number of bytes before the body.
    var size: Int { webserver_header_size(connection) }

    /// The number of header fields.
    var fieldCount: Int { Int(webserver_headers(connection, nil, nil)) }

    /// Whether the first line contains NUL.
    ///
    /// - Parameter targetSize: The length of the target up to its first NUL.
    /// - Returns: Whether one of its texts is shorter than the library assumes.
    func firstLineContainsNUL(targetSize: Int) -> Bool {
      method + strlen(method) + 1 != target || target + targetSize + 1 != version
    }

    /// Reads the header fields.
    ///
    /// - Throws: `WebRefusal` if one of them contains NUL or continues on a second line.
    func headers() throws(WebRefusal) -> WebHeaders {
      var fields: [Field] = []
      _ = withUnsafeMutablePointer(to: &fields) { fields in
        webserver_headers(
          connection,
          { context, _, name, value in
            guard let name, let value else { return webserver_yes }
            context?.assumingMemoryBound(to: [Field].self).pointee
              .append(Field(name: name, value: value))
            return webserver_yes
          }, fields)
      }
      var headers = WebHeaders()
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

    /// Whether only spaces and the end of a line are between a field and what follows; after the last
    /// field, there are two ends of lines.
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
#endif
