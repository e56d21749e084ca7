import Foundation
import SQLCore

/// The contents of a binary column with external storage: a marker byte, then the bytes themselves
/// or the name of a file.
package enum ExternalData: Hashable, Sendable {
  case inline(Data)
  /// The name of a file in the `_EXTERNAL_DATA` folder beside the store.
  case file(UUID)

  /// The size of the largest value that is stored in the row, in bytes without the marker.
  ///
  /// Core Data is said to store up to 100 KB in the row; this assumes KB of 1024 bytes, which keeps
  /// more values in the row. Values are read from either location, so a writer with another limit
  /// does no harm.
  package static let largestInlineSize = 100 * 1024

  /// The number of bytes in a column that refers to a file: the marker, the name, and a zero byte.
  package static let referenceSize = 38

  package init?(_ value: SQLValue) {
    guard case .blob(let bytes) = value, let marker = bytes.first else { return nil }
    let content = bytes.dropFirst()
    switch marker {
    case 1: self = .inline(Data(content))
    case 2:
      let name = String(decoding: content.prefix { $0 != 0 }, as: UTF8.self)
      guard let identifier = UUID(uuidString: name) else { return nil }
      self = .file(identifier)
    default: return nil
    }
  }

  package var storedValue: SQLValue {
    switch self {
    case .inline(let content): .blob(Data([1]) + content)
    case .file(let identifier): .blob(Data([2]) + Data(identifier.uuidString.utf8) + Data([0]))
    }
  }

  /// Returns the folder of a store's files, relative to the folder of the store with that name.
  package static func folder(forStoreNamed name: String) -> String {
    let stem = (name as NSString).deletingPathExtension
    return ".\(stem)_SUPPORT/_EXTERNAL_DATA"
  }
}
