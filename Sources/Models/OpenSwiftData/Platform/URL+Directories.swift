#if !canImport(Darwin)
  import Foundation

  // The folders that apps specify for their stores. Foundation has these only on Apple's platforms.
  // If it gets them elsewhere, its own are preferred.

  extension URL {
    /// The folder in which apps keep their data: `$XDG_DATA_HOME`, or `.local/share` in the home
    /// folder.
    ///
    /// A container creates the folders of its stores.
    @_disfavoredOverload
    public static var applicationSupportDirectory: URL {
      DefaultLocation.dataHome(ProcessInfo.processInfo.environment)
    }

    /// The folder of the user's documents.
    @_disfavoredOverload
    public static var documentsDirectory: URL { folder(.documentDirectory) }

    /// The folder for data that can be recreated: `$XDG_CACHE_HOME`, or `.cache` in the home
    /// folder.
    @_disfavoredOverload
    public static var cachesDirectory: URL { folder(.cachesDirectory) }

    private static func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
      // No system other than Apple's is known to return none.
      let found = FileManager.default.urls(for: directory, in: .userDomainMask).first
      return URL(filePath: (found ?? .homeDirectory).path, directoryHint: .isDirectory)
    }
  }
#endif
