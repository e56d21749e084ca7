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
        "The configuration '\(name)' cannot have a store, because its URL is not a file URL.",
        path: url.absoluteString,
        advice: "Create the URL from a path, for example with URL(fileURLWithPath:).")
    }
    try validateFileName()
  }

  private func validateFileName() throws {
    guard !name.contains("\0"), !url.path.contains("\0") else {
      throw SwiftDataError.configurationFileNameContainsInvalidCharacters.explained(
        "The configuration cannot have a store, because its name or URL contains a NUL character.",
        advice: "Choose a name and a URL without NUL characters.")
    }
    // A path may lead into folders of the default folder, but not out of it.
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !isAtDefaultLocation || parts.last != "" && !parts.contains("..") else {
      throw SwiftDataError.configurationFileNameContainsInvalidCharacters.explained(
        "The configuration's name '\(name)' is not a valid file name: it is empty, ends with "
          + "'/', or contains the folder '..'.",
        advice: "Choose a file name, or a relative path to a file without '..'.")
    }
    let length = url.lastPathComponent.utf8.count + Self.longestSuffix.utf8.count
    guard length <= Self.fileNameLimit else {
      throw SwiftDataError.configurationFileNameTooLong.explained(
        "The store's file name is too long: it has \(url.lastPathComponent.utf8.count) bytes, "
          + "and the limit is \(Self.fileNameLimit - Self.longestSuffix.utf8.count).",
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
          path: file.path, advice: "Give each configuration a different name or URL.")
      }
    }
  }
}
