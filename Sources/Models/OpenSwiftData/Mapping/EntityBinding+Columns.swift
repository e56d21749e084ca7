import CodableStorage
import CoreDataFormat
import DataSchema
import Foundation
import PredicateSQL
import RecordStore
import SQLCore

/// The names and columns of a model that the predicate translator needs.
extension EntityBinding: ColumnResolving {
  package var features: SQLFeatures { table.dialect.features }
  package var tableName: String { table.table }

  package var treeNumber: Int { mapIndex }

  package var primaryKeyColumn: String { record.identity.key }

  /// The class whose properties a key path starts at: this one, or another class of the table after
  /// a cast.
  private func holder(of keyPath: AnyKeyPath) -> EntityBinding {
    guard sharesTable, type(of: keyPath).rootType != modelType else { return self }
    return relative(type(of: keyPath).rootType) ?? self
  }

  package func instanceMark(of type: Any.Type) -> InstanceMark? {
    siblings.entity(of: type, inTree: record.treeIndex).map { entity in
      InstanceMark(
        column: record.identity.entity, numbers: ([entity] + entity.descendants).map(\.number))
    }
  }

  package func place(of keyPath: AnyKeyPath) -> PropertyPlace? {
    let holder = holder(of: keyPath)
    return holder === self ? ownPlace(of: keyPath) : holder.ownPlace(of: keyPath)
  }

  private func ownPlace(of keyPath: AnyKeyPath) -> PropertyPlace? {
    if let index = propertyNumber(of: keyPath) {
      let property = properties[index]
      // SQL cannot read the output of a value transformer or an encoder.
      guard property.transformer == nil, !property.isWhole,
        let columns = table.properties[property.name]
      else { return nil }
      // Nor can SQL read past a marker; with one, the value is one column, whatever its parts are.
      if property.storesExternally { return .column(ResolvedColumn(property.columns[0])) }
      return PropertyPlace(columns)
    }
    return isIdentifier(keyPath) ? .identifier : nil
  }

  package func title(of keyPath: AnyKeyPath) -> String {
    let holder = holder(of: keyPath)
    return holder.propertyNumber(of: keyPath).map { holder.properties[$0].name }
      ?? keyPath.readable
  }

  package func destination(of keyPath: AnyKeyPath) -> (any ColumnResolving)? {
    relationship(at: keyPath)?.destination
  }

  private func relationship(at keyPath: AnyKeyPath) -> RelationshipBinding? {
    let holder = holder(of: keyPath)
    return holder.propertyNumber(of: keyPath).flatMap { holder.relationship($0) }
  }

  package func mayDangle(_ keyPath: AnyKeyPath) -> Bool {
    guard let found = relationship(at: keyPath) else { return true }
    // A `.noAction` rule of the inverse leaves foreign keys of deleted rows behind. So do other
    // libraries if the destination has no inverse.
    return found.inverse.map { $0.deleteRule == .noAction } ?? true
  }

  package var textIndex: ResolvedTextIndex? { declaredSearch?.index }

  package func memberPath(of keyPath: AnyKeyPath) -> [String]? {
    CodableStorage.memberPath(of: keyPath, in: type(of: keyPath).rootType)
  }

  package func leafValues(of value: Any, at keyPath: AnyKeyPath) -> [SQLValue]? {
    let holder = holder(of: keyPath)
    guard let index = holder.propertyNumber(of: keyPath),
      let codec = holder.properties[index].codec
    else { return nil }
    return try? codec.encodeAny(value)
  }

  package func primaryKey(of reference: Any) -> SQLValue? {
    let identifier: PersistentIdentifier
    switch reference {
    case let known as PersistentIdentifier: identifier = known
    case let model as any PersistentModel: identifier = model.persistentModelID
    default: return nil
    }
    guard identifier.storeIdentifier == store.identifier,
      identifier.entityName == name || treeEntityNames.contains(identifier.entityName)
    else { return nil }
    return .integer(rowKey(of: identifier))
  }

  private var treeEntityNames: [String] {
    store.tables.entities.filter { table.descendantNumbers.contains($0.number) }.map(\.name)
  }
}

extension PropertyPlace {
  fileprivate init(_ columns: PropertyColumns) {
    self =
      switch columns {
      case .attribute(let column): .column(ResolvedColumn(column))
      case .composite(let leaves):
        .leaves(leaves.map { ResolvedLeaf(path: $0.path, column: ResolvedColumn($0.column)) })
      case .toOne(let column): .toOne(foreignKey: column.name)
      case .toMany(_, _, let foreignKey): .toMany(.members(foreignKey: foreignKey))
      case .manyToMany(let table): .toMany(.join(ResolvedJoin(table)))
      }
  }
}

extension ResolvedColumn {
  fileprivate init(_ column: Column) {
    self.init(
      name: column.name, isOptional: column.isOptional, isHidden: column.holdsExternalData)
  }
}

extension ResolvedJoin {
  fileprivate init(_ table: JoinTable) {
    self.init(
      table: table.name, ownerColumn: table.sourceColumn, memberColumn: table.destinationColumn,
      isReflexive: table.isReflexive)
  }
}
