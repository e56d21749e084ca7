extension StoreMetadata {
  /// The table of the metadata, for messages.
  package static let tableName = "Z_METADATA"

  /// The statement that gives a row where a file has the table of the metadata.
  package static let findTable = "SELECT 1 FROM sqlite_master WHERE name = '\(tableName)'"

  /// The statement that gives the identifier of the store and the property list of the metadata.
  package static let select = "SELECT Z_UUID, Z_PLIST FROM \(tableName)"

  /// The statement that gives a store another identifier, which is a parameter; the property list stays.
  package static let setIdentifier = "UPDATE \(tableName) SET Z_UUID = ?"
}
