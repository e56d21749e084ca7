import RecordStore
import SwiftDataErrors

extension ModelContainer {
  /// The identifier of the store that was opened for a configuration.
  ///
  /// - Parameter name: The name of the configuration.
  /// - Returns: The identifier; nil for a name that none has.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    zip(core.configurationNames, core.stores).first { $0.0 == name }?.1.identifier
  }

  /// The name of the configuration that a store was opened for.
  ///
  /// - Parameter identifier: The identifier of the store, as ``PersistentIdentifier/storeIdentifier`` has it.
  /// - Returns: The name; nil for a store that is none of the container's.
  public func configurationName(forStoreIdentifier identifier: String) -> String? {
    zip(core.configurationNames, core.stores).first { $0.1.identifier == identifier }?.0
  }

  /// A way to the rows of a configuration's store by the names of entities and properties, on a connection
  /// of its own.
  ///
  /// - Parameter name: The name of the configuration.
  /// - Returns: The engine, for one thread at a time.
  /// - Throws: `SwiftDataError` where the container has no such configuration, its store is none of rows, or
  ///   it can no longer be opened.
  package func recordEngine(forConfigurationNamed name: String) throws -> RecordEngine {
    guard let index = core.configurationNames.firstIndex(of: name) else {
      let names = core.configurationNames.sorted().joined(separator: ", ")
      throw SwiftDataError.loadIssueModelContainer.explained(
        "The container has no configuration \(name).", advice: "It has \(names).")
    }
    guard let engine = try core.stores[index].recordEngine() else {
      throw SwiftDataError.loadIssueModelContainer.explained(
        "The store of the configuration \(name) has no rows of a database.",
        advice: "Use a ModelConfiguration.")
    }
    return engine
  }

  /// The identifier of a row by its entity and its key.
  ///
  /// - Parameters:
  ///   - key: The primary key.
  ///   - entity: The row's own entity.
  ///   - name: The name of the configuration.
  /// - Returns: The identifier; nil for a name that no configuration has.
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
  /// - Returns: The key; nil for an identifier that is not of the configuration's store.
  package func rowKey(
    of identifier: PersistentIdentifier, forConfigurationNamed name: String
  ) -> Int64? {
    guard let store = identifier.storeIdentifier,
      store == storeIdentifier(forConfigurationNamed: name)
    else { return nil }
    return identifier.key
  }

  /// Tells observers that something was written by other means than contexts.
  package func noteForeignChanges() { core.feed.publish(.unknown) }
}

extension ModelContainer {
  /// The stores whose rows contexts work on themselves, by the names of their configurations.
  package var rowStores: [(configuration: String, store: any RowStore)] {
    zip(core.configurationNames, core.stores).compactMap { name, store in
      ((store as? RowModelStore)?.rows ?? store as? any RowStore).map { (name, $0) }
    }
  }
}
