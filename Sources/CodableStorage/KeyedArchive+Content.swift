import Foundation
import SQLCore

extension KeyedArchive {
  /// The content of an archive, or `stored` itself when it is none.
  ///
  /// Archives of plain arrays, dictionaries, strings and numbers, as Core Data apps store them,
  /// come back as JSON.
  static func content(of stored: Data) -> Data {
    // As every binary property list begins.
    guard stored.first == UInt8(ascii: "b") else { return stored }
    return data(of: stored) ?? KeyedArchiveReader.content(of: stored) ?? stored
  }
}
