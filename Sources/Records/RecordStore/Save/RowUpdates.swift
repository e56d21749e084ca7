import CoreDataFormat

/// The rows that a save has updated, with their changed properties, grouped by entity for the
/// history.
///
/// If entities share a table, a row may be added both with its own entity and with one that it
/// inherits from. It is recorded once, with the most derived of these entities.
struct RowUpdates {
  private typealias Row = (key: Int64, properties: PropertyMask, entity: RecordEntity)

  private var rows: [Row] = []
  /// The indices of rows of shared tables in `rows`.
  private var indices: [RowPlace: Int] = [:]

  /// Adds changed properties of a row, which may be added several times.
  mutating func add(_ key: Int64, _ properties: PropertyMask, _ entity: RecordEntity) {
    if entity.sharesTable {
      let place = RowPlace(tree: entity.treeIndex, key: key)
      if let index = indices[place] { return add(properties, entity, at: index) }
      indices[place] = rows.count
    }
    rows.append((key, properties, entity))
  }

  private mutating func add(_ properties: PropertyMask, _ entity: RecordEntity, at index: Int) {
    // Inherited properties have the same index in subentities.
    rows[index].properties.formUnion(properties)
    let known = rows[index].entity
    if known !== entity, known.descendants.contains(where: { $0 === entity }) {
      rows[index].entity = entity
    }
  }

  /// The rows of each entity, in the order in which they were added.
  var byEntity: [(entity: RecordEntity, rows: [HistoryWriter.RowChange])] {
    var groups: [(entity: RecordEntity, rows: [HistoryWriter.RowChange])] = []
    var last = -1
    for row in rows {
      if last < 0 || groups[last].entity !== row.entity {
        last = groups.firstIndex { $0.entity === row.entity } ?? groups.count
        if last == groups.count { groups.append((row.entity, [])) }
      }
      groups[last].rows.append((row.key, row.properties))
    }
    return groups
  }
}
