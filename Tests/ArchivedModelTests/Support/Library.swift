import Foundation
import Testing

/// Archives that `Archives/make_library.py` wrote.
enum Library {
  static let modelCache = archive("Library")
  /// The same model with a derived attribute.
  static let counted = archive("Counted")

  private static func archive(_ name: String) -> Data {
    let url = Bundle.module.url(
      forResource: name, withExtension: "modelcache", subdirectory: "Archives")
    return url.flatMap { try? Data(contentsOf: $0) } ?? Data()
  }
}
