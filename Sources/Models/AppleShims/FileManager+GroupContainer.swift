#if !canImport(Darwin)
  import Foundation
  import OpenSwiftData

  extension FileManager {
    /// Returns the folder that the programs of a group share, and creates it if needed.
    ///
    /// Stores whose configuration names the group as its `groupContainer` are in this folder:
    /// `$XDG_DATA_HOME/GROUP`, or `~/.local/share/GROUP`. If Foundation adds this method on other
    /// systems, Foundation's is chosen.
    ///
    /// - Parameter groupIdentifier: The name of the group.
    /// - Returns: The folder; nil for a name that would lead out of it, or if the folder cannot be
    ///   created.
    @_disfavoredOverload
    public func containerURL(
      forSecurityApplicationGroupIdentifier groupIdentifier: String
    ) -> URL? {
      guard !["", ".", ".."].contains(groupIdentifier), !groupIdentifier.contains("/"),
        !groupIdentifier.contains("\0")
      else { return nil }
      let store = ModelConfiguration(groupContainer: .identifier(groupIdentifier)).url
      let folder = store.deletingLastPathComponent()
      do {
        // Accessible only to its owner, as the XDG Base Directory Specification requires.
        try createDirectory(
          at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        return nil
      }
      return folder
    }
  }
#endif
