import CZlib
import Foundation

/// Compression of bodies (RFC 1952).
enum Gzip {
  /// Compresses bytes; nil if that is not possible.
  static func compressed(_ data: Data) -> Data? {
    var stream = z_stream()
    // 16 more than the size of the window asks for the header and trailer of gzip.
    guard
      deflateInit2_(
        &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY,
        zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(data.count))))
    var input = [UInt8](data)
    let isComplete = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        return deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
    }
    return isComplete ? Data(output.prefix(Int(stream.total_out))) : nil
  }

  /// Whether a client accepts compressed bodies.
  static func isAccepted(_ request: WebRequest) -> Bool {
    request.headers.values(of: "Accept-Encoding").contains { value in
      value.split(separator: ",").contains { part in
        let words = part.lowercased().filter { $0 != " " && $0 != "\t" }
        return words.prefix { $0 != ";" } == "gzip" && !isZero(words.drop { $0 != ";" })
      }
    }
  }

  /// Whether a weight such as `;q=0.0` excludes an encoding.
  private static func isZero(_ weight: Substring) -> Bool {
    weight.hasPrefix(";q=") && Double(weight.dropFirst(3)) == 0
  }

  /// Compresses the body of a response if the client accepts it and it makes a text smaller.
  static func compress(_ response: inout WebResponse, for request: WebRequest) {
    let type = MediaType(response.contentType).name
    let isText =
      type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml")
      || type == "text/javascript" || type == "text/calendar"
    guard response.events == nil, isText, response.body.count >= 1_024,
      !response.headers.contains(where: { $0.name == "Content-Encoding" })
    else { return }
    response.headers.append(("Vary", "Accept-Encoding"))
    guard isAccepted(request), let smaller = compressed(response.body),
      smaller.count < response.body.count
    else { return }
    response.body = smaller
    response.headers.append(("Content-Encoding", "gzip"))
  }
}
