import Foundation
import OpenSwiftData
import SyncPort
import SyncReplication

/// A large value of a model that has not been fetched from the server.
public struct AbsentLargeValue: Hashable, Sendable {
  /// The model.
  public let model: PersistentIdentifier
  /// The name of the property.
  public let property: String
  /// The size of the value in bytes.
  public let size: Int64
}

extension SyncEngine {
  /// Returns the large values that are not in the store, of all models or of one entity and its
  /// subentities.
  ///
  /// With ``SyncOptions/LargeValuePolicy/onDemand``, these are the values that have not been
  /// fetched yet. Otherwise, they are the values that the server does not have either. Only the
  /// store is read, not the server.
  ///
  /// - Parameter entity: The name of the entity; nil for all entities.
  /// - Returns: The values, in the order in which their records became known.
  /// - Throws: `SyncError`, of the kind `invalid` for an entity that the store does not have.
  public func absentLargeValues(of entity: String? = nil) async throws -> [AbsentLargeValue] {
    try await session.absentValues(of: entity.map { [$0] }).compactMap { value in
      container.identifier(
        ofRow: value.key, entity: value.entity, forConfigurationNamed: session.configuration
      )
      .map { AbsentLargeValue(model: $0, property: value.property, size: value.file.size) }
    }
  }

  /// Fetches the large values of some models.
  ///
  /// - Parameter models: The identifiers of saved models.
  /// - Returns: The number of values fetched; values that the server does not have stay absent.
  /// - Throws: `SyncError`, of the kind `invalid` for a model of another store. If a fetch is
  ///   interrupted, the parts received so far are kept, and the next call continues from there.
  @discardableResult
  public func fetchLargeValues(of models: [PersistentIdentifier]) async throws -> Int {
    var keys: [String: Set<Int64>] = [:]
    for model in models {
      let place = try await session.place(of: model)
      keys[place.root, default: []].insert(place.key)
    }
    guard !keys.isEmpty else { return 0 }
    return try await fetchValues(of: nil, keys: keys)
  }

  /// Fetches the large values of all models of an entity and its subentities.
  ///
  /// - Parameter entity: The name of the entity.
  /// - Returns: The number of values fetched; values that the server does not have stay absent.
  /// - Throws: `SyncError`, as ``fetchLargeValues(of:)`` does.
  @discardableResult
  public func fetchLargeValues(ofEntity entity: String) async throws -> Int {
    try await fetchValues(of: [entity], keys: nil)
  }

  /// Fetches all large values that are not in the store.
  ///
  /// - Returns: The number of values fetched; values that the server does not have stay absent.
  /// - Throws: `SyncError`, as ``fetchLargeValues(of:)`` does.
  @discardableResult
  public func fetchAllLargeValues() async throws -> Int {
    try await fetchValues(of: nil, keys: nil)
  }

  private func fetchValues(
    of entities: Set<String>?, keys: [String: Set<Int64>]?
  ) async throws -> Int {
    // The progress reported during the fetch ends with the fetch.
    defer { endFetching() }
    return try await session.fetchValues(of: entities, keys: keys)
  }
}
