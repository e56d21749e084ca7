/// The tables that Apple's frameworks add to a store that they mirror to CloudKit.
package enum MirrorTables {
  /// Returns one value: NULL for a file without any tables, otherwise whether it has such tables.
  package static let find =
    "SELECT MAX(type = 'table' AND name GLOB 'ANSCK*') FROM sqlite_master"
}
