/// Writes the history of one transaction, as a part of it.
package protocol HistoryWriter: AnyObject {
  /// A row and the properties of it that were changed.
  typealias RowChange = (key: Int64, properties: PropertyMask)

  /// The keys that the transaction gives to new rows, by entity tree.
  var newKeys: [Int: ClosedRange<Int64>] { get set }

  /// Notes rows that were inserted.
  ///
  /// - Parameters:
  ///   - keys: The keys that were taken for new rows, some of which no row may have.
  ///   - entity: An entity of the table.
  /// - Throws: What the store throws.
  func noteInsertions(_ keys: ClosedRange<Int64>, _ entity: RecordEntity) throws

  /// Notes rows that are about to be deleted.
  ///
  /// Rows that the same transaction inserted are left out: nobody has seen them. Values in files that
  /// are to outlive their rows are read, each for itself.
  ///
  /// - Parameters:
  ///   - keys: The keys of the rows, ascending.
  ///   - entity: The entity of the rows.
  ///   - files: The files that the rows name; nil where there are none.
  /// - Throws: What the store throws.
  func noteDeletions(of keys: [Int64], _ entity: RecordEntity, _ files: ExternalChanges?) throws

  /// Notes rows that were updated; changes of one row become one.
  ///
  /// - Parameters:
  ///   - changes: The rows, in any order.
  ///   - entity: The entity of the rows.
  /// - Throws: What the store throws.
  func noteUpdates(_ changes: [RowChange], _ entity: RecordEntity) throws

  /// Notes rows of which nothing but their positions among the members of others was changed.
  ///
  /// - Parameters:
  ///   - keys: The rows, ascending.
  ///   - relationship: The to-one relationship of the rows whose inverse has the order.
  /// - Throws: What the store throws.
  func notePositions(_ keys: [Int64], _ relationship: RecordRelationship) throws

  /// Ends the transaction in the history; called when everything is written.
  ///
  /// - Returns: The number of the transaction; nil where nothing was changed.
  /// - Throws: What the store throws.
  @discardableResult
  func finish() throws -> Int64?
}
