import CZlib
import Foundation

/// Raw DEFLATE without a header, with which Core Data compresses the model in a store.
enum RawDeflate {
  /// Decompresses bytes.
  ///
  /// - Parameters:
  ///   - data: Compressed bytes.
  ///   - limit: The maximum number of bytes; a few compressed ones can expand to any number.
  /// - Returns: The bytes; nil if the data is damaged, truncated, or exceeds the limit.
  static func inflated(_ data: Data, limit: Int) -> Data? {
    guard data.count <= limit, let inputCount = UInt32(exactly: data.count) else { return nil }
    var stream = z_stream()
    // A negative number of window bits selects raw data; see https://zlib.net/manual.html.
    guard
      inflateInit2_(&stream, -MAX_WBITS, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    var input = [UInt8](data)
    var result = Data()
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let isWhole = input.withUnsafeMutableBufferPointer { input -> Bool in
      (stream.next_in, stream.avail_in) = (input.baseAddress, inputCount)
      while true {
        let (code, count) = step(&stream, &chunk)
        result.append(contentsOf: chunk[..<count])
        if code == Z_STREAM_END { return result.count <= limit }
        // If there is no progress, the data is truncated.
        guard code == Z_OK, count > 0, result.count <= limit else { return false }
      }
    }
    return isWhole ? result : nil
  }

  /// Compresses bytes; returns nil if there is not enough memory.
  static func deflated(_ data: Data) -> Data? {
    guard let inputCount = UInt32(exactly: data.count) else { return nil }
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY,
        zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var input = [UInt8](data)
    // The maximum size of the result, so that one call is enough.
    var output = [UInt8](
      repeating: 0, count: Int(deflateBound(&stream, UInt(data.count))))
    let isWhole = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, inputCount)
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        return deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
    }
    return isWhole ? Data(output.dropLast(Int(stream.avail_out))) : nil
  }

  private static func step(_ stream: inout z_stream, _ chunk: inout [UInt8]) -> (Int32, Int) {
    chunk.withUnsafeMutableBufferPointer { chunk in
      (stream.next_out, stream.avail_out) = (chunk.baseAddress, UInt32(chunk.count))
      let code = inflate(&stream, Z_NO_FLUSH)
      return (code, chunk.count - Int(stream.avail_out))
    }
  }
}
