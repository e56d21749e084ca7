#if !canImport(Darwin)
  import Foundation

  // The folders that apps name for their stores. Foundation has these on Apple's platforms only; should it come to have
  // them elsewhere, its own are taken.

  extension URL {
    /// The folder in which apps keep what they need: `$XDG_DATA_HOME`, or `.local/share` at home.
    ///
    /// A container makes the folders that a store is to stand in.
    @_disfavoredOverload
    public static var applicationSupportDirectory: URL {
      DefaultLocation.dataHome(ProcessInfo.processInfo.environment)
    }

    /// The folder of the user's documents.
    @_disfavoredOverload
    public static var documentsDirectory: URL { folder(.documentDirectory) }

    /// The folder of what can be made again: `$XDG_CACHE_HOME`, or `.cache` at home.
    @_disfavoredOverload
    public static var cachesDirectory: URL { folder(.cachesDirectory) }

    private static func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
      // No system but Apple's is known to name none.
      let found = FileManager.default.urls(for: directory, in: .userDomainMask).first
      return URL(filePath: (found ?? .homeDirectory).path, directoryHint: .isDirectory)
    }
  }
#endif
