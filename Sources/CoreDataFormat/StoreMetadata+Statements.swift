extension StoreMetadata {
  /// The table of the metadata, for messages.
  package static let tableName = "Z_METADATA"

  /// The statement that gives a row where a file has the table of the metadata, and one for each view:
  /// their names, and whether they are views.
  package static let findTable = """
    SELECT name, type = 'view' FROM sqlite_master \
    WHERE type = 'table' AND name = '\(tableName)' OR type = 'view'
    """

  /// The statement that gives the identifier of the store and the property list of the metadata.
  package static let select = "SELECT Z_UUID, Z_PLIST FROM \(tableName)"

  /// The statement that gives a store another identifier, which is a parameter; the property list stays.
  package static let setIdentifier = "UPDATE \(tableName) SET Z_UUID = ?"
}
