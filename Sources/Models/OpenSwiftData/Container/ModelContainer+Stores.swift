import RecordStore
import SwiftDataErrors

extension ModelContainer {
  /// The identifier of the store that was opened for a configuration.
  ///
  /// - Parameter name: The name of the configuration.
  /// - Returns: The identifier; nil if no configuration has that name.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    zip(core.configurationNames, core.stores).first { $0.0 == name }?.1.identifier
  }

  /// The name of the configuration that a store was opened for.
  ///
  /// - Parameter identifier: The identifier of the store, as in
  ///   ``PersistentIdentifier/storeIdentifier``.
  /// - Returns: The name; nil if the store does not belong to the container.
  public func configurationName(forStoreIdentifier identifier: String) -> String? {
    zip(core.configurationNames, core.stores).first { $0.1.identifier == identifier }?.0
  }

  /// An engine that accesses the rows of a configuration's store by the names of entities and
  /// properties, on its own connection.
  ///
  /// - Parameter name: The name of the configuration.
  /// - Returns: The engine, for one thread at a time.
  /// - Throws: `SwiftDataError` if the container has no such configuration, its store keeps no rows
  ///   in a database, or it can no longer be opened.
  package func recordEngine(forConfigurationNamed name: String) throws -> RecordEngine {
    guard let index = core.configurationNames.firstIndex(of: name) else {
      let names = core.configurationNames.sorted().joined(separator: ", ")
      throw SwiftDataError.loadIssueModelContainer.explained(
        "The container has no configuration with the name \(name).",
        advice: "Use one of its configurations: \(names).")
    }
    guard let engine = try (core.stores[index] as? any DatabaseStore)?.recordEngine() else {
      throw SwiftDataError.loadIssueModelContainer.explained(
        "The configuration \(name) cannot be used here, because its store does not keep rows "
          + "in a database.",
        advice: "Use a configuration whose store is a database, such as a ModelConfiguration.")
    }
    return engine
  }

  /// The identifier of a row by its entity and its key.
  ///
  /// - Parameters:
  ///   - key: The primary key.
  ///   - entity: The row's own entity.
  ///   - name: The name of the configuration.
  /// - Returns: The identifier; nil if no configuration has that name.
  package func identifier(
    ofRow key: Int64, entity: String, forConfigurationNamed name: String
  ) -> PersistentIdentifier? {
    storeIdentifier(forConfigurationNamed: name).map {
      PersistentIdentifier(entity: .reference(store: $0, entity: entity), key: key)
    }
  }

  /// The key of a row by its identifier.
  ///
  /// - Parameters:
  ///   - identifier: The identifier.
  ///   - name: The name of the configuration.
  /// - Returns: The key; nil if the identifier is not of the configuration's store.
  package func rowKey(
    of identifier: PersistentIdentifier, forConfigurationNamed name: String
  ) -> Int64? {
    guard let store = identifier.storeIdentifier,
      store == storeIdentifier(forConfigurationNamed: name)
    else { return nil }
    return identifier.key
  }

  /// Notifies observers that something was written by other means than contexts.
  package func noteForeignChanges() { core.feed.publish(.unknown) }
}

extension ModelContainer {
  /// The stores whose rows contexts access directly, with the names of their configurations.
  package var rowStores: [(configuration: String, store: any RowStore)] {
    zip(core.configurationNames, core.stores).compactMap { name, store in
      (store as? any DatabaseStore).map { (name, $0.rows) }
    }
  }
}
