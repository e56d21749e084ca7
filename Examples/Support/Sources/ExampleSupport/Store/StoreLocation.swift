import Foundation

/// Where the store is.
package struct StoreLocation {
  /// As given by the user, if given.
  package var path: String?
  /// The store's file in the user's data folder.
  package var file: String
  package var environment: [String: String]

  package init(path: String?, file: String, environment: [String: String]) {
    self.path = path
    self.file = file
    self.environment = environment
  }

  /// The file of the store.
  package var url: URL {
    path.map { URL(fileURLWithPath: ($0 as NSString).expandingTildeInPath).standardizedFileURL }
      ?? standard
  }

  /// The file of the store, whose folder exists.
  ///
  /// The default place is made when missing; a folder that the user named is not, since a name
  /// that leads nowhere is more likely a slip.
  /// - Throws: `CommandFailure`.
  package func prepare() throws -> URL {
    guard let path else { return try prepareDefault() }
    if isDirectory(url) {
      throw CommandFailure(
        "\(url.path) is a folder. Name a file in it: --store \(path)/\(standard.lastPathComponent)")
    }
    let folder = url.deletingLastPathComponent()
    guard isDirectory(folder) else {
      throw CommandFailure(
        "There is no folder \(folder.path). Make it, or give another path: --store PATH")
    }
    return url
  }

  /// The store's file in the user's data folder, as the XDG base directory specification has it.
  package var standard: URL {
    let data =
      if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") {
        URL(fileURLWithPath: home)
      } else {
        URL(fileURLWithPath: environment["HOME"] ?? NSHomeDirectory())
          .appendingPathComponent(".local/share")
      }
    return data.appendingPathComponent(file)
  }

  private func prepareDefault() throws -> URL {
    let folder = standard.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(
        """
        The folder \(folder.path) could not be made: \(error.localizedDescription)
        Give a store elsewhere: --store PATH
        """)
    }
    return standard
  }

  private func isDirectory(_ url: URL) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }
}
