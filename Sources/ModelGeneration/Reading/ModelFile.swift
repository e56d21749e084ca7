import Foundation

/// Files of models, of which no more is read than any known one has.
enum ModelFile {
  /// How many bytes a file may have: a hundred times what the largest known model has.
  static let limit = 64 << 20
  /// How many versions a model may have.
  static let versionLimit = 1_000

  /// The first bytes, which tell what a file is.
  static func beginning(of url: URL) throws(ModelGenerationError) -> Data {
    try read(url, count: 64)
  }

  /// All bytes.
  static func content(of url: URL) throws(ModelGenerationError) -> Data {
    let data = try read(url, count: limit + 1)
    guard data.count <= limit else { throw tooLarge(url.path) }
    return data
  }

  /// The names of what a folder holds with an ending, without it and in the order of their numbers:
  /// `Model`, `Model 2`, `Model 10`.
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
      .tooLarge, "\(path) is larger than any model that is known.", advice: "Check the path.")
  }

  static func damaged(_ path: String, _ reason: String) -> ModelGenerationError {
    ModelGenerationError(
      .damaged, "\(path) cannot be read: \(reason).",
      advice: "Have the program that wrote it write it again.")
  }

  private static func notReadable(_ url: URL) -> ModelGenerationError {
    ModelGenerationError(
      .fileNotReadable, "\(url.path) cannot be read.",
      advice: "Check that it is there and that you may read it.")
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
