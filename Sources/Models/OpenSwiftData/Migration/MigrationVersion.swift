import CoreDataFormat
import DataSchema
import Foundation
import RecordStore

/// One version of a program's models, for migration.
struct MigrationVersion {
  let identifier: Schema.Version
  /// The models, with their classes.
  let schema: Schema
  /// The description of the models, with the identifier of the version.
  let model: ModelDescription
  let hashes: [String: Data]
  /// The type that a plan lists for the version; nil for the schema of a container.
  let type: (any VersionedSchema.Type)?

  init(_ type: any VersionedSchema.Type) {
    self.init(Schema(versionedSchema: type), type, type.versionIdentifier)
  }

  init(
    _ schema: Schema, _ type: (any VersionedSchema.Type)? = nil, _ identifier: Schema.Version
  ) {
    self.type = type
    self.identifier = identifier
    self.schema = schema
    var model = schema.modelDescription
    model.versionIdentifiers = [identifier.description]
    self.model = model
    hashes = model.versionHashes
  }
}

extension MigrationVersion {
  /// Whether both versions have the same classes.
  func hasClasses(of other: MigrationVersion) -> Bool {
    let (own, others) = (schema.modelTypes, other.schema.modelTypes)
    return own.count == others.count && own.allSatisfy { name, type in others[name] == type }
  }
}

extension StoreVersion {
  /// Creates the version that a store names, with its file's description of the entities.
  init(_ metadata: StoreMetadata, _ stored: StoredModel) {
    self.init(
      identifier: Self.identifier(metadata), hashes: metadata.versionHashes, model: stored.own,
      archived: stored.archived, problem: stored.problem)
  }

  /// The version number that a store names.
  static func identifier(_ metadata: StoreMetadata) -> Schema.Version? {
    metadata.versionIdentifiers.compactMap(Schema.Version.init(text:)).max()
  }

  /// The version number for messages and file names.
  static func name(_ metadata: StoreMetadata) -> String {
    identifier(metadata)?.description ?? "unknown"
  }
}

/// The version that a store was written with, according to the store.
struct StoreVersion {
  /// The version number; nil if the store names none, or one that is not a version number.
  var identifier: Schema.Version?
  var hashes: [String: Data]
  /// The complete schema, in stores written by this library.
  var model: ModelDescription?
  /// The archived model, in stores written by Apple's frameworks.
  var archived: ModelDescription?
  /// The reason if there is neither.
  var problem: String?

  /// The complete description of the entities; nil if only their hashes are known.
  var known: ModelDescription? { model ?? archived }

  /// Resolves inverses that a program's models do not declare.
  var inverses: InverseResolution {
    InverseResolution(hashes: hashes, stored: known, isForeign: model == nil)
  }

  /// The differences between the store and a program's models.
  func differences(from model: ModelDescription) -> SchemaDifferences {
    SchemaDifferences(hashes: hashes, stored: known, wanted: model)
  }

  /// The identifier for messages.
  var name: String { identifier?.description ?? "unknown" }
}
