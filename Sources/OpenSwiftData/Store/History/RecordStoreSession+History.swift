import CodableStorage
import CoreDataFormat
import Foundation
import RecordStore

extension RecordStoreSession {
  func fetchHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>, _ bindings: StoreBindings
  ) throws -> [T]? {
    guard let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else {
      return nil
    }
    return try transactions(descriptor, bindings) as? [T]
  }

  func deleteHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>, _ bindings: StoreBindings
  ) throws {
    guard let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else {
      return
    }
    let numbers = try transactions(descriptor, bindings).map(\.transactionIdentifier)
    try reader(bindings)?.delete(numbers)
  }

  /// Nil for a store that keeps no history.
  private func reader(_ bindings: StoreBindings) -> HistoryReader? {
    records.store.historyLayout.map { HistoryReader(records, bindings.schema, $0) }
  }

  private func transactions(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>, _ bindings: StoreBindings
  ) throws -> [DefaultHistoryTransaction] {
    let found = try reader(bindings)?.transactions() ?? []
    return try descriptor.chosen(
      of: found.map { DefaultHistoryTransaction($0, bindings, records.store.identifier) })
  }
}

extension DefaultHistoryTransaction {
  fileprivate init(_ record: RecordTransaction, _ bindings: StoreBindings, _ store: String) {
    let changes = record.changes.compactMap { change in
      bindings.bindings.first { $0.name == change.entity }.map {
        HistoryChange(change, of: record.number, $0.binding)
      }
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
            tombstone: HistoryTombstone<Model>(binding.tombstone(change.tombstone))))
      }
    }
    self = open(binding.modelType)
  }
}

extension EntityBinding {
  /// The key path of a property of that name.
  fileprivate func attribute<Model>(
    _ name: String, of type: Model.Type
  ) -> (any PartialKeyPath<Model> & Sendable)? {
    guard
      let keyPath = properties.first(where: { $0.name == name })?.keyPath as? PartialKeyPath<Model>
    else { return nil }
    // `Sendable` is a word for the compiler that leaves nothing at run time, so no cast can find it; the
    // key path of a property captures nothing.
    return unsafeBitCast(keyPath, to: (any PartialKeyPath<Model> & Sendable).self)
  }

  /// The values that are kept of a deleted row, as its class has them.
  fileprivate func tombstone<Model>(
    _ values: [String: RecordValue]
  ) -> [(keyPath: PartialKeyPath<Model>, value: any Sendable)] {
    properties.compactMap { property in
      guard let kept = values[property.name], !kept.isNull, let column = property.columns.first,
        let stored = kept.sqlValue(as: column.type),
        let keyPath = property.keyPath as? PartialKeyPath<Model>
      else { return nil }
      if let value = (try? property.codec?.decodeAny([stored])).flatMap(Self.sendable) {
        return (keyPath, value)
      }
      // What an enumeration is stored as, for instance.
      return kept.plain.map { (keyPath, $0) }
    }
  }

  /// A value of one of the types that columns hold as they are; nil for others.
  private static func sendable(_ value: Any) -> (any Sendable)? {
    switch value {
    case let value as String: value
    case let value as Bool: value
    case let value as Int: value
    case let value as any FixedWidthInteger & Sendable: value
    case let value as Double: value
    case let value as Float: value
    case let value as Decimal: value
    case let value as Date: value
    case let value as Data: value
    case let value as UUID: value
    case let value as URL: value
    default: nil
    }
  }
}

extension RecordValue {
  /// The value by itself; nil for none and for what has parts.
  fileprivate var plain: (any Sendable)? {
    switch self {
    case .bool(let value): value
    case .integer(let value): value
    case .real(let value): value
    case .decimal(let value): value
    case .text(let value): value
    case .date(let value): value
    case .data(let value): value
    case .uuid(let value): value
    case .url(let value): value
    case .null, .composite, .row: nil
    }
  }
}
