import Foundation
import Testing

/// An archive that `Archives/make_library.py` wrote.
enum Library {
  static let modelCache: Data = {
    let url = Bundle.module.url(
      forResource: "Library", withExtension: "modelcache", subdirectory: "Archives")
    return url.flatMap { try? Data(contentsOf: $0) } ?? Data()
  }()
}
