/// The tables that Apple's frameworks keep in a store which they mirror to CloudKit.
package enum MirrorTables {
  /// The statement whose one value is NULL for a file without any tables, else whether it has such ones.
  package static let find =
    "SELECT MAX(type = 'table' AND name GLOB 'ANSCK*') FROM sqlite_master"
}
