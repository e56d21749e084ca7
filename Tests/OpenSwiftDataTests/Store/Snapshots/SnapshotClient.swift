import Foundation
@testable import OpenSwiftData

/// Uses an in-memory store through snapshots, as a context does.
struct SnapshotClient {
  let store: DefaultStore
  let state = EditingState(author: "client")

  init(_ types: any PersistentModel.Type...) throws {
    store = try DefaultStore(
      ModelConfiguration(schema: Schema(types), isStoredInMemoryOnly: true))
  }

  func request<Model>(_ descriptor: FetchDescriptor<Model>) -> DataStoreFetchRequest<Model> {
    DataStoreFetchRequest(descriptor: descriptor, editingState: state)
  }

  func fetch<Model>(
    _ descriptor: FetchDescriptor<Model>
  ) throws -> DataStoreFetchResult<Model, DefaultSnapshot> {
    try store.fetch(request(descriptor))
  }

  func all<Model>(_ type: Model.Type) throws -> [DefaultSnapshot] where Model: PersistentModel {
    try fetch(FetchDescriptor<Model>()).fetchedSnapshots
  }

  func all<Model, Value: Comparable>(
    _ type: Model.Type, by keyPath: any KeyPath<Model, Value> & Sendable
  ) throws -> [DefaultSnapshot] where Model: PersistentModel {
    try fetch(FetchDescriptor<Model>(sortBy: [SortDescriptor(keyPath)])).fetchedSnapshots
  }

  @discardableResult
  func save(
    inserting models: [any PersistentModel] = [], snapshots: [DefaultSnapshot] = [],
    updating updated: [DefaultSnapshot] = [],
    deleting deleted: [DefaultSnapshot] = []
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    try store.save(
      DataStoreSaveChangesRequest(
        inserted: snapshots + models.map(DefaultSnapshot.init(of:)), updated: updated,
        deleted: deleted, editingState: state))
  }
}

extension DefaultSnapshot {
  init(of model: any PersistentModel) {
    var related: [PersistentIdentifier: any BackingData] = [:]
    self.init(from: Self.backing(of: model), relatedBackingDatas: &related)
  }

  private static func backing<Model: PersistentModel>(of model: Model) -> any BackingData {
    model.persistentBackingData
  }

  func attribute<Value>(_ name: String) -> Value? {
    if case .attribute(let value)? = values[name] { value as? Value } else { nil }
  }

  func text(_ name: String) -> String {
    if case .attribute(let value)? = values[name] { "\(value)" } else { "-" }
  }

  func target(_ name: String) -> PersistentIdentifier? {
    if case .target(let target)? = values[name] { target } else { nil }
  }

  func members(_ name: String) -> [PersistentIdentifier] {
    if case .members(let members)? = values[name] { members } else { [] }
  }

  /// A copy with another value of one property.
  func with(_ name: String, _ value: SnapshotValue) -> DefaultSnapshot {
    var values = values
    values[name] = value
    return DefaultSnapshot(persistentIdentifier: persistentIdentifier, values: values)
  }
}
