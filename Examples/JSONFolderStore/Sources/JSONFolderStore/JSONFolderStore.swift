import Foundation
import SwiftData

/// Stores each model as a JSON file in the folder of its entity.
///
/// The store reads and writes snapshots. It leaves predicates, sort orders and the delete rules of
/// related models to the context, by throwing errors that request it.
public final class JSONFolderStore: DataStore, DataStoreBatching {
  /// The configuration of the store.
  public let configuration: JSONFolderConfiguration
  /// The models of the store.
  public let schema: Schema
  /// The identifier of the store, part of its models' identifiers; kept in the folder, so that they
  /// stay valid.
  public let identifier: String
  private let folder: JSONFolder

  /// Opens the folder; throws file errors.
  public init(
    _ configuration: JSONFolderConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    let folder = JSONFolder(url: configuration.folder)
    identifier = try folder.access {
      if try !folder.exists("identifier") {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try folder.change(["identifier": JSONEncoder().encode(UUID().uuidString)])
      }
      return try folder.read(String.self, from: "identifier")
    }
    (self.configuration, self.folder) = (configuration, folder)
    schema = configuration.schema ?? Schema()
  }

  /// Fetches the models of a type, with limits; the context filters and sorts them.
  public func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    let wanted = request.descriptor
    guard wanted.predicate == nil else { throw DataStoreError.preferInMemoryFilter }
    guard wanted.sortBy.isEmpty else { throw DataStoreError.preferInMemorySort }
    let found = try folder.access {
      try paths(in: names(schema.entity(for: T.self))).sorted { $0.value < $1.value }
        .dropFirst(max(wanted.fetchOffset ?? 0, 0)).prefix(max(wanted.fetchLimit ?? .max, 0))
        .map(snapshot)
    }
    return DataStoreFetchResult(descriptor: wanted, fetchedSnapshots: found)
  }

  /// Reads models by their identifiers; models without a file are omitted.
  public func cachedSnapshots(
    for identifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    try folder.access {
      let paths = try paths(in: identifiers.map(\.entityName))
      let found = Set(identifiers).compactMap { own in paths[own].map { (own, $0) } }
      return Dictionary(uniqueKeysWithValues: try found.map { ($0, try snapshot($0, $1)) })
    }
  }

  /// Writes all changes or none; an updated model that was deleted meanwhile stays deleted.
  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]
    try folder.access {
      let known = (request.updated + request.deleted).map(\.persistentIdentifier)
      var paths = try paths(in: known.map(\.entityName))
      for new in request.inserted.map(\.persistentIdentifier) {
        (permanent[new], paths[new]) = try place(new.entityName, UUID().uuidString)
      }
      var contents: [String: Data] = [:]
      for snapshot in request.inserted + request.updated {
        let own = snapshot.persistentIdentifier
        // Relationships also refer to inserted models by their temporary identifiers.
        let copy = snapshot.copy(
          persistentIdentifier: permanent[own] ?? own, remappedIdentifiers: permanent)
        if let path = paths[own] { contents[path] = try JSONEncoder().encode(copy) }
      }
      let removed = request.deleted.compactMap { paths[$0.persistentIdentifier] }
      try folder.change(contents, removing: removed)
    }
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: permanent)
  }

  /// Deletes all models of a type, unless the context must filter them or apply delete rules.
  public func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    let isPlain = schema.entities.allSatisfy { $0.relationships.isEmpty && $0.subentities.isEmpty }
    guard request.predicate == nil, isPlain else { throw DataStoreError.preferInMemoryFilter }
    try remove(names(schema.entity(for: T.self)))
  }

  /// Deletes all models.
  public func erase() throws { try remove(schema.entities.map(\.name)) }

  private func remove(_ entities: [String]) throws {
    try folder.access { try folder.change([:], removing: Array(paths(in: entities).values)) }
  }

  private func names(_ entity: Schema.Entity?) -> [String] {
    entity.map { [$0.name] + $0.subentities.flatMap(names) } ?? []
  }

  private func place(_ entity: String, _ key: String) throws -> (PersistentIdentifier, String) {
    let path = "\(entity)/\(key).json"
    return (try .identifier(for: identifier, entityName: entity, primaryKey: key), path)
  }

  private func paths(in entities: [String]) throws -> [PersistentIdentifier: String] {
    let places = try schema.entities.map(\.name).filter(entities.contains).flatMap { entity in
      try folder.keys(in: entity).map { try place(entity, $0) }
    }
    return Dictionary(uniqueKeysWithValues: places)
  }

  /// The values in a file, with the identifier that its name determines.
  private func snapshot(_ own: PersistentIdentifier, _ path: String) throws -> DefaultSnapshot {
    try folder.read(DefaultSnapshot.self, from: path).copy(persistentIdentifier: own)
  }
}
