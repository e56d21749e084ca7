import CodableStorage
import Locks

/// The names of a model's properties by their key paths, for code without access to a container.
enum SnapshotProperties<Model: PersistentModel> {
  /// The name of a stored property; nil for any other key path.
  static func name(of keyPath: AnyKeyPath) -> String? { table.names[keyPath] }

  /// The registered name of the value transformer of an attribute.
  static func transformer(_ name: String) -> String? { table.transformers[name] }

  /// The type with which an attribute's values are encoded.
  static func codable(_ name: String) -> (any Codable.Type)? { table.codables[name] }

  private static var table: SnapshotPropertyTable {
    KnownSnapshotProperties.table(of: Model.self) {
      var table = SnapshotPropertyTable()
      for property in Model.schemaMetadata where !property.name.isEmpty {
        table.names[property.keypath] = property.name
        table.codables[property.name] =
          property.codable ?? KnownCodables.codable(unwrappedType(property.valueType))
        if let transformer = property.metadata?.asAttribute?.transformerName {
          table.transformers[property.name] = transformer
        }
      }
      return table
    }
  }
}

/// The information that snapshots need about a model class.
struct SnapshotPropertyTable: @unchecked Sendable {
  // `@unchecked`: it holds names and types, and key paths of properties, which capture nothing.

  var names: [AnyKeyPath: String] = [:]
  var transformers: [String: String] = [:]
  var codables: [String: any Codable.Type] = [:]
}

/// The tables of all classes whose snapshots were accessed: at most one for each class of the
/// program.
private enum KnownSnapshotProperties {
  private static let tables = Mutex<[ObjectIdentifier: SnapshotPropertyTable]>([:])

  static func table(
    of type: any PersistentModel.Type, _ make: () -> SnapshotPropertyTable
  ) -> SnapshotPropertyTable {
    let identifier = ObjectIdentifier(type)
    if let known = tables.withLock({ $0[identifier] }) { return known }
    let made = make()
    tables.withLock { $0[identifier] = made }
    return made
  }
}
