import Foundation

/// A folder of a test's own, which goes with it.
final class TestFolder {
  let url: URL

  /// - Parameter isInMemory: Whether nothing needs to come to a disk, where the system has such a place.
  /// - Throws: Where it cannot be made.
  init(inMemory isInMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let place =
      isInMemory && FileManager.default.isWritableFile(atPath: memory)
      ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    url = place.appendingPathComponent("StoreToolTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
