import Foundation
import OpenSwiftData

/// A copy of a store's contents that is updated from the history.
///
/// The history contains no values: they are read from the store, but only for the properties that
/// the history names. So a change missing from the history leaves the copy out of date.
package final class HistoryReplay {
  private typealias Values = [String: String]

  private let container: ModelContainer
  private let types: [any PersistentModel.Type]
  private let token: DefaultHistoryToken?
  private var copy: [PersistentIdentifier: Values]

  /// Copies the current contents of the store.
  package init(_ container: ModelContainer, _ types: [any PersistentModel.Type]) throws {
    (self.container, self.types) = (container, types)
    let context = ModelContext(container)
    token = try Self.newestToken(in: context)
    copy = try Self.picture(types, in: context)
  }

  /// The token of the newest transaction; nil for an empty history.
  package static func newestToken(in context: ModelContext) throws -> DefaultHistoryToken? {
    var newest = HistoryDescriptor<DefaultHistoryTransaction>(
      sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
    newest.fetchLimit = 1
    return try context.fetchHistory(newest).first?.token
  }

  /// Applies the changes since the last check to the copy, and compares it with the current
  /// contents of the store.
  ///
  /// - Throws: `StoreChecker.Defects` with every difference.
  package func check() throws {
    let context = ModelContext(container)
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    if let token { descriptor.predicate = #Predicate { $0.token > token } }
    let stored = try Self.picture(types, in: context)
    var defects: [String] = []
    for change in try context.fetchHistory(descriptor).flatMap(\.changes) {
      let identifier = change.changedPersistentIdentifier
      switch change {
      case .insert:
        if copy.updateValue(stored[identifier] ?? [:], forKey: identifier) != nil {
          defects.append("\(identifier) is inserted twice")
        }
      case .update(let update):
        guard copy[identifier] != nil else {
          defects.append("\(identifier) is updated, but is not there")
          continue
        }
        for name in Self.names(of: update) {
          copy[identifier]?[name] = stored[identifier]?[name]
        }
      case .delete:
        if copy.removeValue(forKey: identifier) == nil {
          defects.append("\(identifier) is deleted, but is not there")
        }
      }
    }
    for identifier in Set(copy.keys).union(stored.keys) where copy[identifier] != stored[identifier]
    {
      defects.append(
        "\(identifier): \(copy[identifier] ?? [:]) instead of \(stored[identifier] ?? [:])")
    }
    if !defects.isEmpty {
      throw StoreChecker.Defects(description: "replaying: " + defects.joined(separator: "\n"))
    }
  }

  /// The names of the properties that an update changed.
  private static func names<Update: HistoryUpdate>(of update: Update) -> [String] {
    let changed = Set<AnyKeyPath>(update.updatedAttributes.map { $0 })
    return Update.Model.schemaMetadata.filter { changed.contains($0.keypath) }.map(\.name)
  }

  /// The values of all models that are stored in their own rows, or in join tables.
  private static func picture(
    _ types: [any PersistentModel.Type], in context: ModelContext
  ) throws -> [PersistentIdentifier: Values] {
    var picture: [PersistentIdentifier: Values] = [:]
    func add<Model: PersistentModel>(_ type: Model.Type) throws {
      let names = told(type, in: context.container.schema)
      for model in try context.fetch(FetchDescriptor<Model>()) {
        var values: Values = [:]
        for property in Model.schemaMetadata where names.contains(property.name) {
          values[property.name] = describe(model[keyPath: property.keypath])
        }
        picture[model.persistentModelID] = values
      }
    }
    for type in types { try add(type) }
    return picture
  }

  /// The names of the properties stored in the rows of a model; one-to-many relationships are
  /// stored in the rows of their members.
  private static func told(_ type: any PersistentModel.Type, in schema: Schema) -> Set<String> {
    guard let entity = schema.entity(for: type) else { return [] }
    let relationships = entity.relationships.filter { relationship in
      guard !relationship.isToOneRelationship, let inverse = relationship.inverseName else {
        return true
      }
      let other = schema.entitiesByName[relationship.destination]?.relationshipsByName[inverse]
      return other?.isToOneRelationship == false
    }
    return Set(entity.attributes.map(\.name)).union(relationships.map(\.name))
  }

  private static func describe(_ value: Any?) -> String {
    switch value {
    case let model as any PersistentModel: name(model)
    case let models as [any PersistentModel]: "\(models.map(name).sorted())"
    case let bytes as Data: "\(bytes.count) bytes \(bytes.hashValue)"
    case let value?: "\(value)"
    case nil: "nil"
    }
  }

  private static func name(_ model: any PersistentModel) -> String {
    "\(model.persistentModelID)"
  }
}
