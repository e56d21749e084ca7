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
}
