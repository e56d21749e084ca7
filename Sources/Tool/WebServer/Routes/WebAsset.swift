import Foundation

/// A file that is a part of the program, such as a style sheet.
///
/// SwiftPM embeds files in programs by the resource rule `.embedInCode`.
public struct WebAsset: Sendable {
  /// The media type.
  public let contentType: String
  /// The contents.
  public let contents: Data
  /// A short text that differs if the contents differ; for addresses and entity tags.
  public let version: String

  /// Creates an asset.
  ///
  /// - Parameters:
  ///   - contentType: The media type.
  ///   - contents: The contents.
  public init(_ contentType: String, _ contents: some Sequence<UInt8>) {
    self.contentType = contentType
    self.contents = Data(contents)
    // FNV-1a, which is the same in every run of the program.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in self.contents { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    version = String(hash, radix: 36)
  }

  /// The response with the asset, or without it if the client has it already (304).
  ///
  /// Clients ask each time whether their copy is still right.
  ///
  /// - Parameter request: The request, for `If-None-Match`.
  /// - Returns: The response.
  public func response(to request: WebRequest) -> WebResponse {
    // A weak tag: the compressed asset has the same.
    let tag = "W/\"\(version)\""
    let known = request.headers.values(of: "If-None-Match").joined(separator: ",")
      .filter { $0 != " " }.split(separator: ",").map(String.init)
    let isKnown = known.contains { [tag, String(tag.dropFirst(2)), "*"].contains($0) }
    var response = WebResponse(isKnown ? 304 : 200, contentType, isKnown ? Data() : contents)
    response.caching = "no-cache"
    response.headers = [("ETag", tag)]
    return response
  }

  /// A route that serves the asset.
  ///
  /// - Parameter path: The path.
  /// - Returns: The route.
  public func route(at path: String) -> WebRoute {
    WebRoute("GET", path) { response(to: $0) }
  }
}
