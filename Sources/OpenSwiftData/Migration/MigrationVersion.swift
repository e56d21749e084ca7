import CoreDataFormat
import DataSchema
import Foundation
import RecordStore

/// One version of a program's models, as migration sees it.
struct MigrationVersion {
  let identifier: Schema.Version
  /// The models, with their classes.
  let schema: Schema
  /// The models as plain values, which go by the identifier.
  let model: ModelDescription
  let hashes: [String: Data]
  /// The type that a plan names the version by; nil for the schema of a container.
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
  /// The version that a store names, with what its file tells of its entities.
  init(_ metadata: StoreMetadata, _ stored: StoredModel) {
    self.init(
      identifier: Self.identifier(metadata), hashes: metadata.versionHashes, model: stored.own,
      archived: stored.archived, problem: stored.problem)
  }

  /// The version's own number, as a store names it.
  static func identifier(_ metadata: StoreMetadata) -> Schema.Version? {
    metadata.versionIdentifiers.compactMap(Schema.Version.init(text:)).max()
  }

  /// The same for messages and names of files.
  static func name(_ metadata: StoreMetadata) -> String {
    identifier(metadata)?.description ?? "unknown"
  }
}

/// What a store says of the version that it was written with.
struct StoreVersion {
  /// Nil where the store names none, or none that is a version.
  var identifier: Schema.Version?
  var hashes: [String: Data]
  /// The whole schema, in stores that this library wrote.
  var model: ModelDescription?
  /// The model that Apple's frameworks archived, in stores that they wrote.
  var archived: ModelDescription?
  /// Why neither is there.
  var problem: String?

  /// The entities with all that is known of them; nil where only hashes are.
  var known: ModelDescription? { model ?? archived }

  /// What settles the inverses that a program's models leave open.
  var inverses: InverseResolution {
    InverseResolution(hashes: hashes, stored: known, isForeign: model == nil)
  }

  /// What is otherwise in the store than in a program's models.
  func differences(from model: ModelDescription) -> SchemaDifferences {
    SchemaDifferences(hashes: hashes, stored: known, wanted: model)
  }

  /// The identifier for messages.
  var name: String { identifier?.description ?? "unknown" }
}
