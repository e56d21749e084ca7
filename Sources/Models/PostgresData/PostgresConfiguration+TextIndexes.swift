import OpenSwiftData
import SwiftDataErrors

extension PostgresConfiguration: TextIndexConfiguration {
  /// The configuration with additional full-text indexes.
  ///
  /// - Parameter indexes: The indexes.
  /// - Returns: The configuration, with these indexes added to its ``textIndexes``.
  public func addingTextIndexes(_ indexes: TextIndex...) -> PostgresConfiguration {
    var result = self
    result.textIndexes = (textIndexes ?? []) + indexes
    return result
  }

  /// Throws if the configuration combines full-text indexes with something that they do not
  /// support.
  func checkTextIndexes() throws {
    guard textIndexes?.isEmpty == false, mapping != nil || sharding != nil else { return }
    let (what, advice) =
      mapping != nil
      ? (
        "The indexes of mapped tables are defined by the program that created them.",
        "Remove the mapping or textIndexes; matchesText works without an index, too."
      )
      : (
        "The functions that they use would have to be the same on all servers of the shards.",
        "Remove the sharding or textIndexes; matchesText works without an index, too."
      )
    throw SwiftDataError.storeCannotBeOpened.explained(
      "A store with this configuration cannot have full-text indexes. \(what)", path: place,
      advice: advice)
  }
}
