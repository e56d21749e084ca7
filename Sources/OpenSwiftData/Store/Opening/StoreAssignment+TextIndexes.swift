import CodableStorage
import CoreDataFormat
import Foundation
import PredicateSQL
import RecordStore
import TextSearch

extension StoreAssignment {
  /// Makes stores have the full-text indexes that their configurations declare, and tells the bindings
  /// of the models.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel` for what cannot be indexed, `.unknownSchema` for a
  ///   model of no store or of another one; what making an index throws.
  func keepTextIndexes(_ bindings: ContainerBindings, _ stores: [any ModelStore]) throws {
    for (configuration, store) in zip(configurations, stores) {
      guard let configuration = configuration as? ModelConfiguration,
        let indexes = configuration.textIndexes, let store = store as? SQLiteStore
      else { continue }
      let declared = try indexes.map {
        try DeclaredTextIndex($0, bindings, store, configuration.name)
      }
      try Self.requireDistinct(declared)
      let usable = try store.keepTextIndexes(declared.map(\.table))
      for index in declared { index.tell(isUsable: usable.contains(index.table)) }
    }
  }

  private static func requireDistinct(_ indexes: [DeclaredTextIndex]) throws {
    var seen: Set<String> = []
    for index in indexes where !seen.insert(index.binding.name).inserted {
      throw SwiftDataError.unsupportedModel.explained(
        "The configuration declares two text indexes of the model.", entity: index.binding.name,
        advice: "Name all of its searched properties in one.")
    }
  }
}

/// A full-text index with the model that it is about.
private struct DeclaredTextIndex {
  let binding: EntityBinding
  let table: TextIndexTable
  private let index: TextIndex

  init(
    _ index: TextIndex, _ bindings: ContainerBindings, _ store: SQLiteStore, _ configuration: String
  ) throws {
    self.index = index
    binding = try bindings.binding(for: index.modelType)
    guard binding.store === store else {
      throw SwiftDataError.unknownSchema.explained(
        "The configuration \(configuration) declares a text index of a model that another one stores.",
        entity: binding.name, advice: "Declare it there.")
    }
    guard !index.keyPaths.isEmpty else {
      throw SwiftDataError.unsupportedModel.explained(
        "A text index names no property.", entity: binding.name,
        advice: "Name the properties with the texts.")
    }
    var columns: [String] = []
    for keyPath in index.keyPaths {
      let column = try Self.column(of: keyPath, binding)
      guard !columns.contains(column) else {
        throw SwiftDataError.unsupportedModel.explained(
          "A text index names the property twice.", entity: binding.name,
          property: binding.title(of: keyPath), advice: "Name it once.")
      }
      columns.append(column)
    }
    table = TextIndexTable(
      binding.table, columns: columns, tokenizer: index.tokenizer.stored.declaration)
  }

  /// The column that holds the text of a property.
  private static func column(of keyPath: AnyKeyPath, _ binding: EntityBinding) throws -> String {
    if holdsText(type(of: keyPath).valueType),
      let column = binding.place(of: keyPath)?.wholeColumn
    {
      return column.name
    }
    throw SwiftDataError.unsupportedModel.explained(
      "A text index cannot cover the property, whose text does not stand in a column of its own.",
      entity: binding.name, property: binding.title(of: keyPath),
      advice: "Index stored properties of type String, or with raw values of that type, without "
        + ".externalStorage, .transformable or .codable.")
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

  /// Tells the binding of the model what a search of it looks at.
  func tell(isUsable: Bool) {
    let tokenizer = index.tokenizer.stored
    binding.declaredSearch = ModelSearch(
      index.keyPaths, tokenizer,
      isUsable
        ? ResolvedTextIndex(table: table.name, columns: table.columns, tokenizer: tokenizer) : nil)
  }
}
