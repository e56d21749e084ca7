import CodableStorage
import Foundation
import RecordStore

/// The values that a context had read of each row before its first unsaved change of the row.
///
/// Conflicts are found by comparing values, not by the row's version (`Z_OPT`), for these reasons:
/// - The version that belongs to a value would have to be read with it, in every fetch, and kept in
///   every instance: a row read later is a later version than the values in memory.
/// - The versions of owners change with their members, and with changes that restore a value, which
///   are no conflicts. Tables of other programs have no versions, and neither have custom stores.
/// - The values are needed to report and to resolve the conflict.
///
/// What others did before the first change counts, too: the copies are of the values in memory,
/// which may be outdated by then. A value that is not in memory is read first.
final class ReadValues {
  typealias StatePointer = UnsafeMutablePointer<_ModelState>
  /// The values of a row, by the names of its properties.
  typealias Values = [String: SnapshotValue]

  /// The rows, by the states of their instances, which the lists of changes retain.
  private var rows: [StatePointer: Values] = [:]

  init() {}

  /// The values that were read of an instance's row; nil if it is unchanged.
  func values(of state: StatePointer) -> Values? { rows[state] }

  /// Copies the values of an instance, if this is the first change of it.
  ///
  /// - Parameters:
  ///   - model: The instance, whose row is in memory.
  ///   - state: Its state.
  ///   - binding: Its class.
  ///   - changing: The index of the property that is about to change; nil for none. Only its value
  ///     is read if it may not be in memory.
  func record(
    _ model: any PersistentModel, _ state: StatePointer, _ binding: EntityBinding, _ changing: Int?
  ) {
    var values = rows[state] ?? [:]
    let isFirst = rows.updateValue(values, forKey: state) == nil
    for index in isFirst ? Array(binding.properties.indices) : [changing].compactMap(\.self) {
      let property = binding.properties[index]
      guard !state.hasChanged(index), values[property.name] == nil,
        !property.mayBeUnread || index == changing
      else { continue }
      values[property.name] = Self.value(of: model, binding, index)
    }
    rows[state] = values
  }

  func forget(_ state: StatePointer) { rows[state] = nil }

  func forgetAll() { rows.removeAll() }
}

extension ReadValues {
  /// The value of a property as far as it can be compared; nil for one that is in other rows.
  static func value(
    of model: any PersistentModel, _ binding: EntityBinding, _ index: Int
  ) -> SnapshotValue? {
    let property = binding.properties[index]
    guard !property.columns.isEmpty else { return nil }
    if let relationship = binding.relationship(index) {
      let key = relationship.link(of: model).key
      guard key != RelationshipLink.unknownKey else { return nil }
      return key == 0 ? .null : .target(relationship.destination.identifier(of: key))
    }
    let value = self.value(of: model, at: property.keyPath)
    if let transformer = property.transformer {
      guard let found = try? AttributeTransformer(named: transformer) else { return nil }
      do { return try found.bytes(of: value).map(SnapshotValue.transformed) ?? .null } catch {
        return nil
      }
    }
    let type = unwrappedType(property.metadata.valueType)
    let codable = property.metadata.codable ?? KnownCodables.codable(type)
    return codable.map { attribute(value, $0) }
  }

  private static func value<Model: PersistentModel>(
    of model: Model, at keyPath: AnyKeyPath
  ) -> Any { model[keyPath: keyPath] as Any }

  private static func attribute<Value: Codable>(
    _ value: Any, _ type: Value.Type
  ) -> SnapshotValue {
    guard let value = value as? Value else { return .null }
    guard type is AnyClass else { return .attribute(value) }
    // Later changes to the instance must not change the copy.
    let copy = try? JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    return .attribute(copy ?? value)
  }
}

extension EntityBinding {
  /// The properties that are stored in columns.
  var columnProperties: PropertyMask {
    PropertyMask(properties.indices.filter { !properties[$0].columns.isEmpty })
  }
}
