/// A provider whose location has the same name on all devices, independent of server address and
/// account.
package protocol PlaceNaming: SyncProvider {
  /// The name, such as that of a collection.
  var placeName: String { get }
}

/// A provider that can distinguish its location from another one of the same name, even if the
/// server cannot.
package protocol PlacePinning: SyncProvider {
  /// Determines the identity of the location, before anything is read from it.
  ///
  /// - Parameters:
  ///   - known: The identity returned at the last sync; nil if there was none.
  ///   - account: The account of the last sync; with another one, `known` is ignored.
  /// - Returns: The identity of the location, as text for storage.
  /// - Throws: `SyncError`, of the kind `serverReset` if it is a different location.
  func identity(after known: String?, of account: String?) async throws -> String

  /// Makes the next call of `identity(after:of:)` determine the identity anew, because the server
  /// lost data.
  func forgetIdentity()
}
