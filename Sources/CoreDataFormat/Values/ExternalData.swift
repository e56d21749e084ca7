import Foundation
import SQLCore

/// What a binary column with external storage holds: a marker byte, then the bytes themselves or
/// the name of a file.
package enum ExternalData: Hashable, Sendable {
  case inline(Data)
  /// A file of that name in the `_EXTERNAL_DATA` folder beside the store.
  case file(UUID)

  /// The largest value that stays in the row, in bytes without the marker.
  ///
  /// Core Data is said to keep up to 100 KB; 1024 bytes each is the reading that keeps more in the
  /// row. Values are read wherever they stand, so a writer with another limit does no harm.
  package static let largestInlineSize = 100 * 1024

  /// How many bytes a column holds that names a file: the marker, the name, and a zero.
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

  /// The folder, relative to the store's own, that holds the files of the store of that name.
  package static func folder(forStoreNamed name: String) -> String {
    let stem = (name as NSString).deletingPathExtension
    return ".\(stem)_SUPPORT/_EXTERNAL_DATA"
  }
}
