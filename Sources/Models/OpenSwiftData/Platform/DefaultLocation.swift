import Foundation

/// The location of stores whose configuration does not specify one.
enum DefaultLocation {
  /// The file of a store in the folder for the program's data.
  ///
  /// - Parameters:
  ///   - name: The name of the file without its extension, which folders may precede; or the
  ///     absolute path.
  ///   - group: The app group whose folder contains it; nil for the program's own folder.
  /// - Returns: The file's URL; the folder may not exist.
  static func url(named name: String, group: String?) -> URL {
    if name.hasPrefix("/") {
      let file = URL(fileURLWithPath: name, isDirectory: false)
      return file.pathExtension.isEmpty ? file.appendingPathExtension("store") : file
    }
    return folder(group: group).appendingPathComponent(name + ".store", isDirectory: false)
  }

  #if canImport(Darwin)
    private static func folder(group: String?) -> URL {
      if let group,
        let shared = FileManager.default.containerURL(
          forSecurityApplicationGroupIdentifier: group)
      {
        return shared.appendingPathComponent("Library/Application Support", isDirectory: true)
      }
      return URL.applicationSupportDirectory
    }
  #else
    private static func folder(group: String?) -> URL {
      dataHome(ProcessInfo.processInfo.environment).appendingPathComponent(
        group ?? programName(CommandLine.arguments), isDirectory: true)
    }
  #endif

  /// The folder for programs' data, according to the XDG Base Directory Specification.
  static func dataHome(_ environment: [String: String]) -> URL {
    // The specification requires that relative paths are ignored.
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    return FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".local/share", isDirectory: true)
  }

  /// The name of the program's file, or `swiftdata` if the system does not provide it.
  static func programName(_ arguments: [String]) -> String {
    let name = arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? ""
    return name.isEmpty || name == "/" ? "swiftdata" : name
  }
}
