import Foundation
import SQLCore

extension KeyedArchive {
  /// Returns the content of an archive, or `stored` itself if it is not an archive.
  ///
  /// Archives of plain arrays, dictionaries, strings and numbers, as Core Data apps store them, are
  /// converted to JSON.
  static func content(of stored: Data) -> Data {
    // The first byte of every binary property list.
    guard stored.first == UInt8(ascii: "b") else { return stored }
    return data(of: stored) ?? KeyedArchiveReader.content(of: stored) ?? stored
  }
}
