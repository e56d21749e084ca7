import DataSchema
import Foundation

/// The metadata of a store: the only row of `Z_METADATA`.
package struct StoreMetadata: Hashable, Sendable {
  /// The identifier of the store, in uppercase; part of every object's URI.
  package var storeUUID: String
  var storeType: String
  /// The builds of Core Data that created the store.
  package var frameworkVersion: Int64?
  package var maximumFrameworkVersion: Int64?
  package var versionHashesVersion: Int64
  package var versionIdentifiers: [String]
  /// The version hash of each entity.
  package var versionHashes: [String: Data]
  package var versionHashesDigest: String?
  package var versionChecksum: String?
  var autoVacuumLevel: String?
  /// The complete schema, in stores that this library created or migrated; it includes details that
  /// the hashes do not cover.
  ///
  /// - Complexity: Decodes JSON, which takes milliseconds; `holds(_:)` is often sufficient.
  package var schema: ModelDescription? {
    get { storedSchema?.model }
    set { storedSchema = newValue.map(StoredSchema.model) }
  }
  /// The schema as it was read or set.
  var storedSchema: StoredSchema?
  /// All other keys: those of the application, and those of newer frameworks.
  package var other: [String: PropertyListValue]

  /// Creates the metadata of a new store.
  package init(model: ModelDescription, storeUUID: UUID) {
    self.storeUUID = storeUUID.uuidString
    storeType = "SQLite"
    frameworkVersion = Self.writtenFrameworkVersion
    maximumFrameworkVersion = Self.writtenFrameworkVersion
    versionHashesVersion = 3
    versionIdentifiers = []
    versionHashes = [:]
    autoVacuumLevel = "2"
    other = [:]
    update(for: model)
  }

  /// The metadata of a store whose own are lost.
  package static var none: StoreMetadata {
    var metadata = StoreMetadata(model: ModelDescription(entities: []), storeUUID: UUID())
    (metadata.storeUUID, metadata.schema) = ("", nil)
    (metadata.frameworkVersion, metadata.maximumFrameworkVersion) = (nil, nil)
    (metadata.versionIdentifiers, metadata.versionChecksum) = ([], nil)
    return metadata
  }

  /// Updates the metadata for a store that now contains `model`.
  package mutating func update(for model: ModelDescription) {
    schema = model
    versionIdentifiers = model.versionIdentifiers
    versionHashes = model.versionHashes
    versionHashesDigest = ModelDescription.versionHashesDigest(of: versionHashes)
    versionChecksum = ModelDescription.versionChecksum(of: versionHashes)
  }

  /// Returns whether the store is known to contain exactly `model`; also false if only a closer
  /// look could decide that, as in stores of other programs.
  package func holds(_ model: ModelDescription) -> Bool {
    guard case .json(_, let digest?) = storedSchema else { return false }
    return digest == model.digest(beside: versionHashes)
  }

  /// The build that new stores name as both framework versions, as SwiftData's files of that build
  /// do: the first that is known to write both.
  ///
  /// Builds before this one (2025) name only one version, so this is the earliest pair that a real
  /// file can have.
  static let writtenFrameworkVersion: Int64 = 1518
}
