extension SnapshotSession: HistorySession where Base: HistoryProviding {
  func fetchHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>, _ bindings: StoreBindings, among stores: [String]
  ) throws -> [T]? {
    guard let descriptor = descriptor as? HistoryDescriptor<Base.HistoryType> else { return nil }
    return try asking { try $0.fetchHistory(descriptor) as? [T] }
  }

  func deleteHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>, _ bindings: StoreBindings
  ) throws {
    guard let descriptor = descriptor as? HistoryDescriptor<Base.HistoryType> else { return }
    try asking { try $0.deleteHistory(descriptor) }
  }
}
