import SyncPort

/// The names that records, types and fields have at CloudKit.
enum CloudKitNames {
  static let entity = "CD_entityName"
  static let types = "OSD_types"
  static let exact = "OSD_values"
  static let marks = "OSD_marks"
  static let pieceType = "OSD_Piece"
  static let pieceBytes = "OSD_bytes"
  static let pieceSize = "OSD_size"
  /// The type of records whose entity has a name that CloudKit does not take.
  static let otherType = "OSD_Record"
  /// What names start with that CloudKit would not take as they are; no name of the port has a dot.
  private static let prefix = "OSD."

  /// The field of a property that Core Data reads; nil where CloudKit does not take the name, or where it has
  /// another meaning.
  static func field(_ property: String) -> String? {
    let isOther =
      ["entityName", "moveReceipt"].contains(property) || property.hasSuffix(assetSuffix)
    return isPlain(property) && !isOther ? "CD_\(property)" : nil
  }

  /// The field of the asset in which Core Data keeps a value that is too large for the property's own.
  static func asset(_ property: String) -> String? { field(property).map { $0 + assetSuffix } }

  private static let assetSuffix = "_ckAsset"

  /// The property whose value an asset's field has; nil for other fields.
  static func assetProperty(_ field: String) -> String? {
    field.hasSuffix(assetSuffix) ? property(String(field.dropLast(assetSuffix.count))) : nil
  }

  /// The property of a field that Core Data wrote.
  static func property(_ field: String) -> String? {
    guard field.hasPrefix("CD_") else { return nil }
    let property = String(field.dropFirst(3))
    return self.field(property) == field ? property : nil
  }

  /// The field of a list.
  ///
  /// Core Data has no fields that are lists: one of its own keeps the type of a `CD_` field as it is.
  static func list(_ property: String) -> String? {
    isPlain(property) ? "OSD_list_\(property)" : nil
  }

  /// The type of an entity's records; marks of devices are none of Core Data's.
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

  /// What CloudKit calls a record: names may not start with an underscore there.
  static func recordName(_ name: String) -> String { name.hasPrefix("_") ? prefix + name : name }

  /// What the port calls a record; nil for one that is not of the port.
  static func name(_ recordName: String) -> String? {
    let name =
      recordName.hasPrefix(prefix) ? String(recordName.dropFirst(prefix.count)) : recordName
    let isFit = name.utf8.allSatisfy { isPlain($0) || $0 == UInt8(ascii: "-") }
    return isFit && (1...255).contains(name.utf8.count) ? name : nil
  }

  /// What CloudKit calls a piece of a large value; no record of the port is called so.
  static func pieceName(_ name: String) -> String { "\(prefix)piece.\(name)" }
}
