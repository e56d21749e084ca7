import Foundation
import JSONFolderStore
import OpenSwiftData

/// Uses a store through snapshots, as a context does.
struct JSONFolderClient {
  let store: JSONFolderStore
  let folder: URL
  let state = EditingState(author: "client")

  init(_ folder: URL, _ types: any PersistentModel.Type...) throws {
    self.folder = folder
    store = try JSONFolderStore(
      JSONFolderConfiguration(schema: Schema(types), folder: folder), migrationPlan: nil)
  }

  /// The files of an entity's models, in the order in which the store finds them.
  func files(_ entity: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent(entity), includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }

  func request<Model>(_ descriptor: FetchDescriptor<Model>) -> DataStoreFetchRequest<Model> {
    DataStoreFetchRequest(descriptor: descriptor, editingState: state)
  }

  func fetch<Model>(_ descriptor: FetchDescriptor<Model>) throws -> [DefaultSnapshot] {
    try store.fetch(request(descriptor)).fetchedSnapshots
  }

  func all<Model: PersistentModel>(_ type: Model.Type) throws -> [DefaultSnapshot] {
    try fetch(FetchDescriptor<Model>())
  }

  @discardableResult
  func save(
    inserting models: [any PersistentModel] = [], updating updated: [DefaultSnapshot] = [],
    deleting deleted: [DefaultSnapshot] = []
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    try store.save(
      DataStoreSaveChangesRequest(
        inserted: models.map(snapshot), updated: updated, deleted: deleted, editingState: state))
  }

  private func snapshot(_ model: any PersistentModel) -> DefaultSnapshot {
    func make<Model: PersistentModel>(_ model: Model) -> DefaultSnapshot {
      var related: [PersistentIdentifier: any BackingData] = [:]
      return DefaultSnapshot(
        from: model.persistentBackingData, relatedBackingDatas: &related)
    }
    return make(model)
  }

  // MARK: - What a snapshot holds

  private func fields(_ snapshot: DefaultSnapshot) throws -> [String: Any] {
    let encoded = try JSONEncoder().encode(snapshot)
    return try JSONSerialization.jsonObject(with: encoded) as? [String: Any] ?? [:]
  }

  func value(_ name: String, _ snapshot: DefaultSnapshot) throws -> Any? {
    try fields(snapshot)[name]
  }

  func identifier(_ name: String, _ snapshot: DefaultSnapshot) throws -> PersistentIdentifier? {
    guard let value = try value(name, snapshot) else { return nil }
    let encoded = try JSONSerialization.data(withJSONObject: value)
    return try JSONDecoder().decode(PersistentIdentifier.self, from: encoded)
  }

  func identifiers(_ name: String, _ snapshot: DefaultSnapshot) throws -> [PersistentIdentifier] {
    let encoded = try JSONSerialization.data(withJSONObject: try value(name, snapshot) ?? [])
    return try JSONDecoder().decode([PersistentIdentifier].self, from: encoded)
  }

  /// A copy with another title.
  func copy(of snapshot: DefaultSnapshot, title: String) throws -> DefaultSnapshot {
    var fields = try fields(snapshot)
    fields["title"] = title
    let encoded = try JSONSerialization.data(withJSONObject: fields)
    return try JSONDecoder().decode(DefaultSnapshot.self, from: encoded)
  }
}
