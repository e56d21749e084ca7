import CodableStorage
import Foundation
import PredicateSQL
import RecordStore
import TextSearch

/// The configuration of a store that can have full-text indexes.
package protocol TextIndexConfiguration: DataStoreConfiguration {
  /// The full-text indexes of the store; nil leaves the store's indexes unchanged.
  var textIndexes: [TextIndex]? { get }
}

extension ModelConfiguration: TextIndexConfiguration {}

extension StoreAssignment {
  /// Checks full-text indexes as far as possible before any file is touched.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel` for properties that cannot be indexed,
  ///   `.unknownSchema` for a model that is not in the schema.
  static func validateTextIndexes(
    of configurations: [any DataStoreConfiguration], _ schema: Schema
  ) throws {
    for case let configuration as any TextIndexConfiguration in configurations {
      var models: Set<ObjectIdentifier> = []
      for index in configuration.textIndexes ?? [] {
        try index.validate(in: schema)
        guard models.insert(ObjectIdentifier(index.modelType)).inserted else {
          throw SwiftDataError.unsupportedModel.explained(
            "The configuration \(configuration.name) declares two text indexes for the same model.",
            entity: entityName(of: index.modelType),
            advice: "Declare one text index with all searched properties of the model.")
        }
      }
    }
  }

  /// Creates the full-text indexes that configurations declare, and sets them on the bindings of
  /// their models.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel` for properties that cannot be indexed,
  ///   `.unknownSchema` for a model of another store; what creating an index throws.
  func keepTextIndexes(_ bindings: ContainerBindings, _ stores: [any ModelStore]) throws {
    for (configuration, store) in zip(configurations, stores) {
      guard let configuration = configuration as? any TextIndexConfiguration,
        let indexes = configuration.textIndexes, let indexed = store as? any TextIndexedStore
      else { continue }
      let declared = try indexes.map {
        try DeclaredTextIndex($0, bindings, store, configuration.name)
      }
      let usable = try indexed.keepTextIndexes(declared.map(\.wanted))
      for (declared, index) in zip(declared, usable) { declared.tell(index) }
    }
  }
}

extension TextIndex {
  fileprivate func validate(in schema: Schema) throws {
    let entity = entityName(of: modelType)
    guard schema.modelTypes.values.contains(where: { $0 == modelType }) else {
      throw SwiftDataError.unknownSchema.explained(
        "A text index is declared for a model that is not in the container's schema.",
        entity: entity, advice: "Add the model to the schema, or remove the index.")
    }
    guard !keyPaths.isEmpty else {
      throw SwiftDataError.unsupportedModel.explained(
        "A text index does not name any properties.", entity: entity,
        advice: "Name the properties whose texts are to be searched.")
    }
    for (number, keyPath) in keyPaths.enumerated() {
      guard Self.holdsText(type(of: keyPath).valueType) else {
        throw Self.cannotCover(title(of: keyPath), of: entity)
      }
      guard !keyPaths[..<number].contains(keyPath) else {
        throw SwiftDataError.unsupportedModel.explained(
          "A text index names the property twice.", entity: entity, property: title(of: keyPath),
          advice: "Name it once.")
      }
    }
  }

  private func title(of keyPath: AnyKeyPath) -> String {
    modelType.schemaMetadata.first { $0.keypath == keyPath }?.name ?? keyPath.readable
  }

  private static func holdsText(_ type: any Any.Type) -> Bool {
    func rawType<Value: RawRepresentable>(_ type: Value.Type) -> any Any.Type {
      Value.RawValue.self
    }
    let wrapped = TypeMetadata.wrappedType(of: type) ?? type
    if wrapped == String.self { return true }
    guard let enumeration = wrapped as? any RawRepresentable.Type else { return false }
    return rawType(enumeration) == String.self
  }

  fileprivate static func cannotCover(_ property: String, of entity: String) -> SwiftDataError {
    SwiftDataError.unsupportedModel.explained(
      "A text index cannot cover the property, because its text is not stored in its own column.",
      entity: entity, property: property,
      advice: "Index stored properties of type String, or of a type with String raw values, "
        + "without .transformable or .codable.")
  }
}

/// A full-text index with the binding of its model.
private struct DeclaredTextIndex {
  let wanted: WantedTextIndex
  private let binding: EntityBinding
  private let index: TextIndex

  init(
    _ index: TextIndex, _ bindings: ContainerBindings, _ store: any ModelStore,
    _ configuration: String
  ) throws {
    self.index = index
    let binding = try bindings.binding(for: index.modelType)
    guard binding.store === store else {
      throw SwiftDataError.unknownSchema.explained(
        "The configuration \(configuration) declares a text index for a model that another "
          + "configuration stores.",
        entity: binding.name, advice: "Declare the index in that configuration.")
    }
    let columns = try index.keyPaths.map { keyPath in
      guard let column = binding.place(of: keyPath)?.wholeColumn else {
        throw TextIndex.cannotCover(binding.title(of: keyPath), of: binding.name)
      }
      return column.name
    }
    wanted = WantedTextIndex(
      binding.table, columns: columns, tokenizer: index.tokenizer.stored)
    self.binding = binding
  }

  /// Tells the binding of the model which properties a search covers.
  ///
  /// - Parameter usable: The store's index; nil if it cannot be used.
  func tell(_ usable: ResolvedTextIndex?) {
    binding.declaredSearch = ModelSearch(index.keyPaths, wanted.tokenizer, usable)
  }
}
