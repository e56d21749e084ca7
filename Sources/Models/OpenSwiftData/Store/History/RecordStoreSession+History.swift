import CodableStorage
import CoreDataFormat
import Foundation
import RecordStore
import SQLCore

extension RecordStoreSession: HistorySession {
  func fetchHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>, _ bindings: StoreBindings, among stores: [String]
  ) throws -> [T]? {
    guard let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else {
      return nil
    }
    guard let reader = reader(bindings) else { return [] }
    let plan = HistoryPlan(descriptor, records.store.identifier, connection.features)
    try plan.checkTokens(among: stores) { try reader.tokenRange() }
    return try transactions(plan, reader, bindings) as? [T]
  }

  func deleteHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>, _ bindings: StoreBindings
  ) throws {
    guard let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction>,
      let reader = reader(bindings)
    else { return }
    let plan = HistoryPlan(descriptor, records.store.identifier, connection.features)
    try reader.delete(
      plan.isExact
        ? reader.numbers(plan.selection)
        : transactions(plan, reader, bindings).map(\.transactionIdentifier))
  }

  /// The reader of the history; nil for a store without history.
  private func reader(_ bindings: StoreBindings) -> (any HistoryReader)? {
    records.store.historyReader(for: records, bindings.schema, of: nil)
  }

  /// The requested transactions: those that SQL finds, filtered and sorted in memory if necessary.
  private func transactions(
    _ plan: HistoryPlan, _ reader: any HistoryReader, _ bindings: StoreBindings
  ) throws -> [DefaultHistoryTransaction] {
    let rest = plan.rest
    // If SQL returns the final order, reading stops at the limit.
    let limit = plan.isInOrder ? rest.limit ?? .max : .max
    var found: [DefaultHistoryTransaction] = []
    try reader.forEach(plan.selection) { record in
      let transaction = DefaultHistoryTransaction(record, bindings, records.store.identifier)
      if try rest.predicate?.evaluate(transaction) ?? true { found.append(transaction) }
      return found.count < limit
    }
    return plan.isInOrder ? found : found.sorted(using: rest.sortBy, first: rest.limit)
  }
}

extension DefaultHistoryTransaction {
  fileprivate init(
    _ record: RecordTransaction, _ bindings: StoreBindings, _ store: String
  ) {
    let changes = record.changes.compactMap { change in
      bindings.binding(named: change.entity).map { HistoryChange(change, of: record.number, $0) }
    }
    self.init(
      timestamp: record.date, changes: changes,
      token: DefaultHistoryToken(store: store, transaction: record.number),
      transactionIdentifier: record.number, storeIdentifier: store,
      bundleIdentifier: record.bundle ?? "", processIdentifier: record.process ?? "",
      author: record.author)
  }
}

extension HistoryChange {
  fileprivate init(
    _ change: RecordTransaction.Change, of transaction: Int64, _ binding: EntityBinding
  ) {
    func open<Model: PersistentModel>(_ type: Model.Type) -> HistoryChange {
      let identifier = binding.identifier(of: change.key)
      return switch change.kind {
      case .insertion:
        .insert(
          DefaultHistoryInsert<Model>(
            changeIdentifier: change.number, transactionIdentifier: transaction,
            changedPersistentIdentifier: identifier))
      case .update:
        .update(
          DefaultHistoryUpdate<Model>(
            changeIdentifier: change.number, transactionIdentifier: transaction,
            changedPersistentIdentifier: identifier,
            updatedAttributes: change.properties.compactMap { binding.attribute($0, of: type) }))
      case .deletion:
        .delete(
          DefaultHistoryDelete<Model>(
            changeIdentifier: change.number, transactionIdentifier: transaction,
            changedPersistentIdentifier: identifier,
            tombstone: HistoryTombstone<Model>(binding.tombstone(change.preserved))))
      }
    }
    self = open(binding.modelType)
  }
}

extension EntityBinding {
  /// The key path of the property with a name.
  fileprivate func attribute<Model>(
    _ name: String, of type: Model.Type
  ) -> (any PartialKeyPath<Model> & Sendable)? {
    guard
      let keyPath = properties.first(where: { $0.name == name })?.keyPath as? PartialKeyPath<Model>
    else { return nil }
    // `Sendable` has no run-time representation, so a cast cannot check it. The key path of a
    // property captures nothing.
    return unsafeBitCast(keyPath, to: (any PartialKeyPath<Model> & Sendable).self)
  }

  /// The preserved values of a deleted row, with the types of its class.
  fileprivate func tombstone<Model>(
    _ values: [String: [SQLValue]]
  ) -> [(keyPath: PartialKeyPath<Model>, value: any Sendable)] {
    properties.indices.compactMap { index in
      let property = properties[index]
      guard let stored = values[property.name], stored.contains(where: { !$0.isNull }),
        let keyPath = property.keyPath as? PartialKeyPath<Model>,
        let value = value(of: index, stored)
      else { return nil }
      return (keyPath, value)
    }
  }

  /// The value of a property from its columns; if it cannot be decoded, the content of the first
  /// column.
  private func value(of index: Int, _ stored: [SQLValue]) -> (any Sendable)? {
    let property = properties[index]
    if property.transformer != nil, case .blob(let bytes) = stored[0] {
      if let value = try? transformer(index).value(from: bytes, as: Any.self) {
        return sendable(value)
      }
    } else if let value = try? property.codec?.decodeAny(stored) {
      return unwrapped(value).map(sendable)
    }
    return stored[0].plain
  }

  /// The value in an optional; nil for nil.
  private func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any WrappingOptional else { return value }
    return optional.wrapped
  }

  /// Returns a value as `Sendable`.
  ///
  /// `Sendable` has no run-time representation, so a cast cannot check it. The value was created
  /// for the tombstone, and nothing else references it.
  private func sendable(_ value: Any) -> any Sendable {
    // `as Any` keeps the value in its existential container, which has the same size.
    unsafeBitCast(value as Any, to: (any Sendable).self)
  }
}

/// An optional whose wrapped type is not known.
private protocol WrappingOptional {
  var wrapped: Any? { get }
}

extension Optional: WrappingOptional {
  fileprivate var wrapped: Any? { self }
}

extension SQLValue {
  /// The plain Swift value; nil for NULL.
  fileprivate var plain: (any Sendable)? {
    switch self {
    case .null: nil
    case .integer(let value): value
    case .real(let value): value
    case .text(let value): value
    case .blob(let value): value
    case .bool(let value): value
    case .date(let value): value
    case .uuid(let value): value
    case .decimal(let value): value
    }
  }
}
