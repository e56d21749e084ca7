import Foundation

/// The location of the store.
package struct StoreLocation {
  /// The user's value, if given.
  package var path: String?
  /// The path of the store within the user's data folder.
  package var file: String
  package var environment: [String: String]

  package init(path: String?, file: String, environment: [String: String]) {
    self.path = path
    self.file = file
    self.environment = environment
  }

  /// The store on a server; nil for a file.
  package var server: ServerStore? {
    path.flatMap { text in
      ServerStore(text, of: String(file.prefix { $0 != "/" }))
    }
  }

  /// The name of the store in messages.
  package var name: String { server?.name ?? url.path }

  /// The file of the store; for a store on a server, the default file in the user's data folder.
  package var url: URL {
    guard server == nil else { return standard }
    return path.map {
      URL(fileURLWithPath: ($0 as NSString).expandingTildeInPath).standardizedFileURL
    }
      ?? standard
  }

  /// The file of the store, in an existing folder.
  ///
  /// The default folder is created if it is missing. A folder that the user specified is not
  /// created, because a wrong path is more likely a typo.
  ///
  /// - Throws: `CommandFailure`.
  package func prepare() throws -> URL {
    if let server { throw CommandFailure.needsFile(server) }
    try checkKind()
    guard path != nil else { return try prepareDefault() }
    let folder = url.deletingLastPathComponent()
    guard FileKind(ofPath: folder.path) == .folder else {
      throw CommandFailure(
        "The store cannot be opened: the folder \(folder.path) does not exist.",
        advice: "Create the folder, or give another path: --store PATH", .storeNotFound)
    }
    return url
  }

  /// Checks that the item at the store's path is a file, if it exists.
  ///
  /// - Throws: `CommandFailure`: opening a pipe may wait forever.
  package func checkKind() throws {
    guard let kind = FileKind(ofPath: url.path), kind != .file else { return }
    throw CommandFailure(
      "\(url.path) is \(kind.name), not a store.",
      advice: kind == .folder
        ? "Name a file in it: --store "
          + url.appendingPathComponent(standard.lastPathComponent).path
        : "Give the path of a file: --store PATH",
      .notAFile)
  }

  /// The default store in the user's data folder, according to the XDG Base Directory
  /// Specification.
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
      // Accessible only to the user, as the specification requires.
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandFailure(
        "The folder \(folder.path) could not be created. \(error.sentence)",
        advice: "Give another path for the store: --store PATH", .fileUnwritable)
    }
    return standard
  }
}
