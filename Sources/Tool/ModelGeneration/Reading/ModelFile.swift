import Foundation

/// Reads files of models, up to limits that no known model exceeds.
enum ModelFile {
  /// The maximum size of a file in bytes: a hundred times that of the largest known model.
  static let limit = 64 << 20
  /// The maximum number of versions of a model.
  static let versionLimit = 1_000

  /// The first bytes, which identify the type of a file.
  static func beginning(of url: URL) throws(ModelGenerationError) -> Data {
    try read(url, count: 64)
  }

  /// All bytes.
  static func content(of url: URL) throws(ModelGenerationError) -> Data {
    let data = try read(url, count: limit + 1)
    guard data.count <= limit else { throw tooLarge(url.path) }
    return data
  }

  /// The names of a folder's items with an extension.
  ///
  /// They do not include the extension, and are in numeric order: `Model`, `Model 2`, `Model 10`.
  static func names(
    in url: URL, endingWith ending: String
  ) throws(ModelGenerationError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: url.path)
        .filter { $0.lowercased().hasSuffix(ending) }
        .map { String($0.dropLast(ending.count)) }
        .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    } catch {
      throw notReadable(url)
    }
  }

  static func tooLarge(_ path: String) -> ModelGenerationError {
    ModelGenerationError(
      .tooLarge, "\(path) is too large to be a model.", advice: "Check the path.")
  }

  static func damaged(_ path: String, _ reason: String) -> ModelGenerationError {
    ModelGenerationError(
      .damaged, "\(path) cannot be read: \(reason).",
      advice: "Save it again with the program that wrote it.")
  }

  private static func notReadable(_ url: URL) -> ModelGenerationError {
    ModelGenerationError(
      .fileNotReadable, "\(url.path) cannot be read.",
      advice: "Check that it exists, and that you may read it.")
  }

  private static func read(_ url: URL, count: Int) throws(ModelGenerationError) -> Data {
    do {
      let file = try FileHandle(forReadingFrom: url)
      defer { try? file.close() }
      return try file.read(upToCount: count) ?? Data()
    } catch {
      throw notReadable(url)
    }
  }
}
