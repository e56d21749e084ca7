import SyncPort

/// The names of records, record types and fields in CloudKit.
enum CloudKitNames {
  static let entity = "CD_entityName"
  static let types = "OSD_types"
  static let exact = "OSD_values"
  static let marks = "OSD_marks"
  static let pieceType = "OSD_Piece"
  static let pieceBytes = "OSD_bytes"
  static let pieceSize = "OSD_size"
  /// The type of records whose entity has a name that CloudKit does not accept.
  static let otherType = "OSD_Record"
  /// The prefix of names that CloudKit would not accept unchanged; the engine's names contain no
  /// dots.
  private static let prefix = "OSD."

  /// Returns the field of a property that Core Data reads; nil if CloudKit does not accept the
  /// name, or if it has another meaning.
  static func field(_ property: String) -> String? {
    let isOther =
      ["entityName", "moveReceipt"].contains(property) || property.hasSuffix(assetSuffix)
    return isPlain(property) && !isOther ? "CD_\(property)" : nil
  }

  /// Returns the field of the asset in which Core Data stores a value that is too large for the
  /// property's own field.
  static func asset(_ property: String) -> String? { field(property).map { $0 + assetSuffix } }

  private static let assetSuffix = "_ckAsset"

  /// Returns the property whose value an asset's field contains; nil for other fields.
  static func assetProperty(_ field: String) -> String? {
    field.hasSuffix(assetSuffix) ? property(String(field.dropLast(assetSuffix.count))) : nil
  }

  /// Returns the property of a field that Core Data wrote; nil for other fields.
  static func property(_ field: String) -> String? {
    guard field.hasPrefix("CD_") else { return nil }
    let property = String(field.dropFirst(3))
    return self.field(property) == field ? property : nil
  }

  /// Returns the field of a list.
  ///
  /// Core Data has no list fields, so a separate name keeps the type of the `CD_` field unchanged.
  static func list(_ property: String) -> String? {
    isPlain(property) ? "OSD_list_\(property)" : nil
  }

  /// Returns the type of an entity's records; marks of devices do not use Core Data's types.
  static func recordType(_ root: String) -> String {
    isPlain(root) && root != SyncMark.kind ? "CD_\(root)" : otherType
  }

  private static func isPlain(_ name: String) -> Bool {
    (1...200).contains(name.utf8.count) && name.utf8.allSatisfy(isPlain)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Returns CloudKit's name of a record: names may not start with an underscore there.
  static func recordName(_ name: String) -> String { name.hasPrefix("_") ? prefix + name : name }

  /// Returns the engine's name of a record; nil if the record does not belong to the engine.
  static func name(_ recordName: String) -> String? {
    let name =
      recordName.hasPrefix(prefix) ? String(recordName.dropFirst(prefix.count)) : recordName
    let isFit = name.utf8.allSatisfy { isPlain($0) || $0 == UInt8(ascii: "-") }
    return isFit && (1...255).contains(name.utf8.count) ? name : nil
  }

  /// Returns CloudKit's name of a piece of a large value; no record of the engine has such a name.
  static func pieceName(_ name: String) -> String { "\(prefix)piece.\(name)" }
}
