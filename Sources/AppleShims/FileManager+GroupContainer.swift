#if !canImport(Darwin)
  import Foundation
  import OpenSwiftData

  extension FileManager {
    /// The folder that the programs of a group share, which is made if it is missing.
    ///
    /// It is the folder of stores whose configuration names the group as its `groupContainer`: `$XDG_DATA_HOME/GROUP`, or
    /// `~/.local/share/GROUP`. Should Foundation come to have this method elsewhere, its own is taken.
    ///
    /// - Parameter groupIdentifier: The name of the group.
    /// - Returns: The folder; nil for a name that would lead out of it, or if the folder cannot be made.
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
        // Its owner's only, as the XDG Base Directory Specification asks for.
        try createDirectory(
          at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        return nil
      }
      return folder
    }
  }
#endif
