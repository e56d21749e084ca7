import Foundation

/// Stores that the examples wrote, one for each version of their models.
package enum StoreFixtures {
  /// The folder of the stores in the source tree.
  package static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("Stores")

  /// Whether the tests run to write the missing stores.
  package static var areBeingMade: Bool {
    ProcessInfo.processInfo.environment["MAKE_FIXTURES"] == "1"
  }

  /// Copies the stores of an example, with all files next to them.
  ///
  /// - Parameters:
  ///   - system: The example.
  ///   - version: The version to return.
  ///   - destination: The folder to copy to.
  /// - Returns: The copy of the store of that version.
  /// - Throws: Errors of copying.
  package static func copy(
    of system: String, version: String, to destination: URL
  ) throws -> URL {
    let files = FileManager.default
    let stores = try stores(of: system)
    for name in try files.contentsOfDirectory(atPath: stores.path) {
      try files.copyItem(
        at: stores.appendingPathComponent(name), to: destination.appendingPathComponent(name))
    }
    return destination.appendingPathComponent(fileName(version))
  }

  /// The versions of an example that have stores.
  package static func versions(of system: String) throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(atPath: stores(of: system).path)
    return Set(names.filter { $0.hasSuffix(".store") }.map { String($0.dropLast(6)) })
  }

  /// The name of the store of a version.
  package static func fileName(_ version: String) -> String { "\(version).store" }

  private static func stores(of system: String) throws -> URL {
    guard
      let url = Bundle.module.url(
        forResource: system, withExtension: nil, subdirectory: "Stores")
    else { throw CocoaError(.fileReadNoSuchFile) }
    return url
  }
}
