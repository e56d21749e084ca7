extension ModelContainer {
  /// The identifier of the store that was opened for a configuration; nil for a name that none has.
  ///
  /// - Parameter name: The name of the configuration.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    zip(core.configurationNames, core.stores).first { $0.0 == name }?.1.identifier
  }

  /// The name of the configuration that a store was opened for; nil for a store that is none of the
  /// container's.
  ///
  /// - Parameter identifier: The identifier of the store, as ``PersistentIdentifier/storeIdentifier`` has it.
  public func configurationName(forStoreIdentifier identifier: String) -> String? {
    zip(core.configurationNames, core.stores).first { $0.1.identifier == identifier }?.0
  }
}
