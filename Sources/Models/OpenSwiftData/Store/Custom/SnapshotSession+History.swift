extension SnapshotSession {
  func fetchHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>, _ bindings: StoreBindings, among stores: [String]
  ) throws -> [T]? {
    func open<Provider: HistoryProviding>(_ provider: Provider) throws -> [T]? {
      guard let descriptor = descriptor as? HistoryDescriptor<Provider.HistoryType> else {
        return nil
      }
      return try provider.fetchHistory(descriptor) as? [T]
    }
    return try asking { base in
      guard let provider = base as? any HistoryProviding else { return nil }
      return try open(provider)
    }
  }

  func deleteHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>, _ bindings: StoreBindings
  ) throws {
    func open<Provider: HistoryProviding>(_ provider: Provider) throws {
      guard let descriptor = descriptor as? HistoryDescriptor<Provider.HistoryType> else { return }
      try provider.deleteHistory(descriptor)
    }
    try asking { base in
      if let provider = base as? any HistoryProviding { try open(provider) }
    }
  }
}
