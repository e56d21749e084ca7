import Foundation

/// A temporary folder that is deleted with this object.
final class TestFolder {
  let url: URL

  /// - Parameter isInMemory: Whether to use a file system in memory, if the system has one.
  /// - Throws: If the folder cannot be created.
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
