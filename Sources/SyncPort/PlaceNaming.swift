/// A provider that knows a name of its place that is the same on all devices, whatever the address of the server and the
/// account are.
package protocol PlaceNaming: SyncProvider {
  /// The name, such as that of a collection.
  var placeName: String { get }
}

/// A provider that can tell its place from any other one of the same name, whatever the server says.
package protocol PlacePinning: SyncProvider {
  /// Finds out which place it is, before anything of it is read.
  ///
  /// - Parameters:
  ///   - known: What this returned when the store was synced last; nil for nothing.
  ///   - account: The account that it was synced with then; with another one, `known` does not count.
  /// - Returns: The place's identity, as text to be kept.
  /// - Throws: `SyncError`, of the kind `serverReset` where it is another place.
  func identity(after known: String?, of account: String?) async throws -> String

  /// Looks at the place anew, since its server lost something.
  func forgetIdentity()
}
