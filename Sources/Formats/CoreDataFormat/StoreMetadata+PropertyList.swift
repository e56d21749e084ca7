import Foundation
import SQLCore

/// The reason why metadata cannot be read.
package enum StoreMetadataError: Error, Hashable, Sendable, CustomStringConvertible {
  case notAPropertyList
  case missingVersionHashes

  package var description: String {
    switch self {
    case .notAPropertyList:
      "Z_METADATA.Z_PLIST is not a property list: the file is damaged, or is not a Core Data store"
    case .missingVersionHashes:
      "Z_METADATA.Z_PLIST lacks NSStoreModelVersionHashes: the file is not a Core Data store"
    }
  }
}

extension StoreMetadata {
  private enum Key: String {
    case storeType = "NSStoreType"
    case frameworkVersion = "NSPersistenceFrameworkVersion"
    case maximumFrameworkVersion = "NSPersistenceMaximumFrameworkVersion"
    case versionHashesVersion = "NSStoreModelVersionHashesVersion"
    case versionIdentifiers = "NSStoreModelVersionIdentifiers"
    case versionHashes = "NSStoreModelVersionHashes"
    case versionHashesDigest = "NSStoreModelVersionHashesDigest"
    case versionChecksum = "NSStoreModelVersionChecksumKey"
    case autoVacuumLevel = "_NSAutoVacuumLevel"
    case schema = "OpenSwiftDataSchema"
    case schemaDigest = "OpenSwiftDataSchemaDigest"
  }

  /// Reads the columns `Z_UUID` and `Z_PLIST`.
  ///
  /// - Throws: `StoreMetadataError` if they do not belong to a store.
  package init(storeUUID: String, propertyList: Data) throws(StoreMetadataError) {
    guard var values = BinaryPropertyList.value(of: propertyList)?.dictionary else {
      throw .notAPropertyList
    }
    // A key whose value has an unknown form stays in `other`, and is written back unchanged.
    func take<Value>(_ key: Key, _ read: (PropertyListValue) -> Value?) -> Value? {
      guard let value = values[key.rawValue].flatMap(read) else { return nil }
      values[key.rawValue] = nil
      return value
    }
    guard let hashes = take(.versionHashes, Self.hashes) else { throw .missingVersionHashes }
    self.storeUUID = storeUUID
    versionHashes = hashes
    storeType = take(.storeType, \.string) ?? "SQLite"
    frameworkVersion = take(.frameworkVersion, \.integer)
    maximumFrameworkVersion = take(.maximumFrameworkVersion, \.integer)
    versionHashesVersion = take(.versionHashesVersion, \.integer) ?? 3
    versionIdentifiers = take(.versionIdentifiers, Self.strings) ?? []
    versionHashesDigest = take(.versionHashesDigest, \.string)
    versionChecksum = take(.versionChecksum, \.string)
    autoVacuumLevel = take(.autoVacuumLevel, \.string)
    let digest = take(.schemaDigest, \.data)
    storedSchema = take(.schema, \.data).map { .json($0, digest: digest) }
    other = values
  }

  /// Encodes the column `Z_PLIST` as a binary property list.
  package func propertyList() throws -> Data {
    var values = other
    // A value of an unknown form is kept if the property still has the default that was read in its
    // place.
    let required: [(key: Key, value: PropertyListValue, usual: PropertyListValue)] = [
      (.storeType, .string(storeType), .string("SQLite")),
      (.versionHashesVersion, .integer(versionHashesVersion), .integer(3)),
      (.versionIdentifiers, .array(versionIdentifiers.map { .string($0) }), .array([])),
    ]
    for (key, value, usual) in required where value != usual || other[key.rawValue] == nil {
      values[key.rawValue] = value
    }
    values[Key.versionHashes.rawValue] = .dictionary(versionHashes.mapValues { .data($0) })
    let optional: [(Key, PropertyListValue?)] = [
      (.frameworkVersion, frameworkVersion.map { .integer($0) }),
      (.maximumFrameworkVersion, maximumFrameworkVersion.map { .integer($0) }),
      (.versionHashesDigest, versionHashesDigest.map { .string($0) }),
      (.versionChecksum, versionChecksum.map { .string($0) }),
      (.autoVacuumLevel, autoVacuumLevel.map { .string($0) }),
      (.schema, try storedSchema.map { .data(try $0.json) }),
      (.schemaDigest, storedSchema?.digest(beside: versionHashes).map { .data($0) }),
    ]
    for case (let key, let value?) in optional { values[key.rawValue] = value }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try encoder.encode(PropertyListValue.dictionary(values))
  }

  /// Returns the statement that inserts or replaces the row.
  package func writeStatement() throws -> SQLStatement {
    SQLStatement(
      "INSERT OR REPLACE INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)",
      [.text(storeUUID), .blob(try propertyList())])
  }

  private static func strings(_ value: PropertyListValue) -> [String]? {
    let strings = value.array?.compactMap(\.string)
    return strings?.count == value.array?.count ? strings : nil
  }

  private static func hashes(_ value: PropertyListValue) -> [String: Data]? {
    let hashes = value.dictionary?.compactMapValues(\.data)
    return hashes?.count == value.dictionary?.count ? hashes : nil
  }
}
