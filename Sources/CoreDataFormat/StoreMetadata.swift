import DataSchema
import Foundation
import SQLCore

/// What a store says of itself: the one row of `Z_METADATA`.
package struct StoreMetadata: Hashable, Sendable {
  /// Identifies the store, in upper case; part of every object's URI.
  package var storeUUID: String
  package var storeType: String
  /// The builds of Core Data that made the store.
  package var frameworkVersion: Int64?
  package var maximumFrameworkVersion: Int64?
  package var versionHashesVersion: Int64
  package var versionIdentifiers: [String]
  /// The version hash of each entity.
  package var versionHashes: [String: Data]
  package var versionHashesDigest: String?
  package var versionChecksum: String?
  package var autoVacuumLevel: String?
  /// The whole schema, in stores that this library made or migrated; what the hashes leave out
  /// stands only here.
  ///
  /// - Complexity: reads JSON, which takes milliseconds; `holds(_:)` often tells enough.
  package var schema: ModelDescription? {
    get { storedSchema?.model }
    set { storedSchema = newValue.map(StoredSchema.model) }
  }
  /// The schema as it was read or set.
  var storedSchema: StoredSchema?
  /// All other keys: the application's own, and those of newer frameworks.
  package var other: [String: PropertyListValue]

  /// The metadata of a new store.
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

  /// What a store says of itself whose metadata are lost.
  package static var none: StoreMetadata {
    var metadata = StoreMetadata(model: ModelDescription(entities: []), storeUUID: UUID())
    (metadata.storeUUID, metadata.schema) = ("", nil)
    (metadata.frameworkVersion, metadata.maximumFrameworkVersion) = (nil, nil)
    (metadata.versionIdentifiers, metadata.versionChecksum) = ([], nil)
    return metadata
  }

  /// Makes the metadata those of a store that now holds `model`.
  package mutating func update(for model: ModelDescription) {
    schema = model
    versionIdentifiers = model.versionIdentifiers
    versionHashes = model.versionHashes
    versionHashesDigest = ModelDescription.versionHashesDigest(of: versionHashes)
    versionChecksum = ModelDescription.versionChecksum(of: versionHashes)
  }

  /// Whether the store is known to hold just what `model` describes; false also where that takes a
  /// closer look, as in stores of other programs.
  package func holds(_ model: ModelDescription) -> Bool {
    guard case .json(_, let digest?) = storedSchema else { return false }
    return digest == model.digest(beside: versionHashes)
  }

  /// Whether the store holds the entities of `model`, in the very shape that it gives them.
  package func isCompatible(with model: ModelDescription) -> Bool {
    versionHashes == model.versionHashes
  }

  /// The build that new stores name, for both of the framework versions: the first that has been seen to
  /// write both, and SwiftData's files of that build have this very pair.
  ///
  /// Builds before it (2025) name one alone, so this pair is the earliest that a file can really have.
  package static let writtenFrameworkVersion: Int64 = 1518
}
