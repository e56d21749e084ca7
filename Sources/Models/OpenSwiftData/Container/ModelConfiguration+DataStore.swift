extension ModelConfiguration: DataStoreConfiguration {
  /// The store that the configuration is for.
  public typealias Store = DefaultStore
}
