/// Writes the history of a transaction, within that transaction.
package protocol HistoryWriter: AnyObject {
  /// A row with its changed properties.
  typealias RowChange = (key: Int64, properties: PropertyMask)

  /// The keys that the transaction allocated for new rows, by entity tree.
  var newKeys: [Int: ClosedRange<Int64>] { get set }

  /// Records inserted rows.
  ///
  /// - Parameters:
  ///   - keys: The keys allocated for new rows, some of which may be unused.
  ///   - entity: An entity of the table.
  /// - Throws: What the store throws.
  func noteInsertions(_ keys: ClosedRange<Int64>, _ entity: RecordEntity) throws

  /// Records rows that are about to be deleted.
  ///
  /// Rows that the same transaction inserted are left out, because no reader has seen them. Values
  /// in external files that must be preserved are read one by one.
  ///
  /// - Parameters:
  ///   - keys: The keys of the rows, ascending.
  ///   - entity: The entity of the rows.
  ///   - files: The external files that the rows refer to; nil if there are none.
  /// - Throws: What the store throws.
  func noteDeletions(of keys: [Int64], _ entity: RecordEntity, _ files: ExternalChanges?) throws

  /// Records updated rows; several changes of a row are merged.
  ///
  /// - Parameters:
  ///   - changes: The rows, in any order.
  ///   - entity: The entity of the rows.
  /// - Throws: What the store throws.
  func noteUpdates(_ changes: [RowChange], _ entity: RecordEntity) throws

  /// Records rows whose only change is their position among the members of another row.
  ///
  /// - Parameters:
  ///   - keys: The rows, ascending.
  ///   - relationship: The to-one relationship of the rows whose inverse is ordered.
  /// - Throws: What the store throws.
  func notePositions(_ keys: [Int64], _ relationship: RecordRelationship) throws

  /// Finishes the transaction in the history; called when everything is written.
  ///
  /// - Returns: The number of the transaction; nil if nothing was changed.
  /// - Throws: What the store throws.
  @discardableResult
  func finish() throws -> Int64?
}
