import Foundation

extension ModelConfiguration {
  /// The length of the longest file name that file systems accept, in bytes.
  private static let fileNameLimit = 255
  /// The longest suffix that SQLite appends to the name for files beside the store.
  private static let longestSuffix = "-journal"

  /// Checks that the configuration can have a store.
  ///
  /// - Throws: `SwiftDataError.configurationFileNameTooLong`,
  ///   `configurationFileNameContainsInvalidCharacters`, or `storeCannotBeOpened` if `url` is not a
  ///   file URL.
  public func validate() throws {
    guard !isStoredInMemoryOnly else { return }
    guard url.isFileURL else {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "The configuration '\(name)' has a URL that is not that of a file.",
        path: url.absoluteString, advice: "Use a file URL.")
    }
    try validateFileName()
  }

  private func validateFileName() throws {
    guard !name.contains("\0"), !url.path.contains("\0") else {
      throw SwiftDataError.configurationFileNameContainsInvalidCharacters.explained(
        "The name of the configuration would make a file name with NUL in it.",
        advice: "Choose a name without such characters.")
    }
    // A path may lead into folders of the default folder, but not out of it.
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !isAtDefaultLocation || parts.last != "" && !parts.contains("..") else {
      throw SwiftDataError.configurationFileNameContainsInvalidCharacters.explained(
        "The name of the configuration is a path that names no file, or leads upwards.",
        advice: "Choose a name, or a path that ends with one and has no '..' in it.")
    }
    let length = url.lastPathComponent.utf8.count + Self.longestSuffix.utf8.count
    guard length <= Self.fileNameLimit else {
      throw SwiftDataError.configurationFileNameTooLong.explained(
        "The file name of the store has \(url.lastPathComponent.utf8.count) bytes; there may be "
          + "\(Self.fileNameLimit - Self.longestSuffix.utf8.count).",
        path: url.path, advice: "Choose a shorter name.")
    }
  }

  /// Checks that no two configurations of a container share a store.
  ///
  /// - Throws: `SwiftDataError.duplicateConfiguration`.
  package static func validateDistinct(_ configurations: [ModelConfiguration]) throws {
    guard configurations.count > 1 else { return }
    var seen: Set<URL> = []
    for configuration in configurations where !configuration.isStoredInMemoryOnly {
      let file = configuration.url.standardizedFileURL.resolvingSymlinksInPath()
      guard seen.insert(file).inserted else {
        throw SwiftDataError.duplicateConfiguration.explained(
          "Two configurations of the container use the same store.",
          path: file.path, advice: "Give each a name or URL of its own.")
      }
    }
  }
}
