extension StoreMetadata {
  /// The name of the metadata table, for messages.
  package static let tableName = "Z_METADATA"

  /// Returns a row if a file has the metadata table, and one for each view: its name, and whether
  /// it is a view.
  package static let findTable = """
    SELECT name, type = 'view' FROM sqlite_master \
    WHERE type = 'table' AND name = '\(tableName)' OR type = 'view'
    """

  /// Returns the identifier of the store and the property list of the metadata.
  package static let select = "SELECT Z_UUID, Z_PLIST FROM \(tableName)"

  /// Sets the identifier of a store, which is a parameter, and keeps the property list.
  package static let setIdentifier = "UPDATE \(tableName) SET Z_UUID = ?"
}
