import Foundation
import SQLCore

/// The attributes that models are grouped by.
final class Grouping<Model: PersistentModel> {
  private let binding: EntityBinding
  private let attributes: AttributeList<Model>
  /// The columns to select for a group.
  private(set) var listedTerms: [SQLFragment] = []
  private(set) var groupTerms: [SQLFragment] = []
  private(set) var orderTerms: [SQLFragment] = []
  private var keys: [(Model) throws -> [SQLValue]] = []

  var columns: [SQLFragment] { attributes.columns }
  var isInRows: Bool { attributes.isInRows }

  init(_ binding: EntityBinding, in bindings: ContainerBindings) {
    self.binding = binding
    attributes = AttributeList(binding, in: bindings)
  }

  func add<Value>(_ keyPath: KeyPath<Model, Value>) throws -> ListedAttribute<Model, Value> {
    let attribute = try GroupedAttribute(keyPath, binding)
    listedTerms += attribute.listedTerms
    groupTerms += attribute.groupTerms
    orderTerms += attribute.orderTerms
    keys.append { try attribute.key(of: $0) }
    return try attributes.add(keyPath)
  }

  /// The models by group, in order.
  func groups(of models: [Model]) throws -> [[Model]] {
    let groups = try Dictionary(grouping: models) { model in
      GroupKey(values: try keys.flatMap { try $0(model) })
    }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }
}
