import Foundation
import OpenSwiftData
import PostgresFormat
import PostgresRecords
import RecordStore
import SwiftDataErrors

extension ModelContext {
  /// Fetches the model that a polymorphic association of another program refers to, by the name of
  /// a class and the key of a row.
  ///
  /// Such an association is two columns, which Rails calls `commentable_type` and
  /// `commentable_id`:
  ///
  /// ```swift
  /// let subject = try context.polymorphicModel(comment.commentableType, key: comment.commentableID)
  /// ```
  ///
  /// The class is the one that the mapping gives the name as its `className`, or the one with that
  /// name. A class in a module is also found by its joined names, as `Shop::Book` by `ShopBook`, or
  /// by the last one, as `App\Models\Book` by `Book`. No foreign key protects such a reference, so
  /// the row may have been deleted.
  ///
  /// Executes one statement.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - type: The name of the class.
  ///   - key: The key of the row: an integer, a UUID, or the text of either.
  /// - Returns: The model; nil if `type` or `key` is nil, or if there is no such row.
  /// - Throws: `SwiftDataError.unknownSchema` if no mapped model has the name; errors of the store.
  public func polymorphicModel(
    _ type: String?, key: (some CustomStringConvertible)?
  ) throws -> (any PersistentModel)? {
    guard let type, let key else { return nil }
    for (_, store) in container.rowStores {
      guard let store = store as? PostgresStore, let entity = store.mappedEntity(called: type),
        let model = container.schema.modelTypes[entity]
      else { continue }
      return try self.model(of: model, key: "\(key)", in: store)
    }
    throw SwiftDataError.unknownSchema.explained(
      "The row \(key) cannot be fetched, because no mapped model is called “\(type)”.",
      advice: "Add a model of that name, or map one with className: \"\(type)\".")
  }

  private func model<Model: PersistentModel>(
    of type: Model.Type, key: String, in store: PostgresStore
  ) throws -> Model? {
    let entity = Schema.entityName(for: type)
    guard let keys = store.keyTable(of: entity) else {
      guard let integer = Int(key) else { return nil }
      return try query(
        "SELECT * FROM \(type) WHERE \(\Model.persistentModelID) = \(integer)", as: type
      ).first
    }
    let table = SQLQuery(stringLiteral: keys.name)
    let start: SQLQuery =
      "SELECT m.* FROM \(type) AS m JOIN \(table) AS k ON k.id = m.\(\Model.persistentModelID)"
    guard keys.isUUID else { return try query("\(start) WHERE k.key = \(key)", as: type).first }
    guard let identifier = UUID(uuidString: key) else { return nil }
    return try query("\(start) WHERE k.key = \(identifier)", as: type).first
  }
}
