import Foundation

/// Where stores are when a configuration does not say.
enum DefaultLocation {
  /// The file of a store in the folder for the program's data.
  ///
  /// - Parameters:
  ///   - name: The name of the file without its extension, which may have folders before it; or the
  ///     whole path.
  ///   - group: The app group in whose folder it is; nil for the program's own.
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

  /// The folder for programs' data by the XDG Base Directory Specification.
  static func dataHome(_ environment: [String: String]) -> URL {
    // The specification has relative paths ignored.
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    return FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".local/share", isDirectory: true)
  }

  /// The name of the program's file, or `swiftdata` where the system does not tell.
  static func programName(_ arguments: [String]) -> String {
    let name = arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? ""
    return name.isEmpty || name == "/" ? "swiftdata" : name
  }
}
