import Foundation
import OpenSwiftData
import SyncPort
import SyncReplication

/// A large value of a model that the server has and the store has not.
public struct AbsentLargeValue: Hashable, Sendable {
  /// The model.
  public let model: PersistentIdentifier
  /// The name of the property.
  public let property: String
  /// How many bytes the value has.
  public let size: Int64
}

extension SyncEngine {
  /// The large values that are not here, of all models or those of an entity and of what inherits from it.
  ///
  /// With ``SyncOptions/LargeValuePolicy/onDemand`` these are the ones that nobody has fetched yet; otherwise, those that
  /// the server does not have either. It reads the store alone.
  ///
  /// - Parameter entity: The name of the entity; nil for all.
  /// - Returns: The values in the order in which their records came to be known.
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
  /// - Returns: How many values came; what the server does not have stays absent.
  /// - Throws: `SyncError`, of the kind `invalid` for a model of another store. What came of a value that was
  ///   interrupted is kept, and the next call goes on from there.
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

  /// Fetches the large values of all models of an entity, and of what inherits from it.
  ///
  /// - Parameter entity: The name of the entity.
  /// - Returns: How many values came; what the server does not have stays absent.
  /// - Throws: `SyncError`, as by ``fetchLargeValues(of:)``.
  @discardableResult
  public func fetchLargeValues(ofEntity entity: String) async throws -> Int {
    try await fetchValues(of: [entity], keys: nil)
  }

  /// Fetches all large values that are not here.
  ///
  /// - Returns: How many values came; what the server does not have stays absent.
  /// - Throws: `SyncError`, as by ``fetchLargeValues(of:)``.
  @discardableResult
  public func fetchAllLargeValues() async throws -> Int {
    try await fetchValues(of: nil, keys: nil)
  }

  private func fetchValues(
    of entities: Set<String>?, keys: [String: Set<Int64>]?
  ) async throws -> Int {
    // What is told on the way is over with it.
    defer { endFetching() }
    return try await session.fetchValues(of: entities, keys: keys)
  }
}
