import CoreDataFormat

/// The rows that a save has updated, by entity, for the history: which properties of each were changed.
///
/// Where entities share a table, a row may be named by its own entity here and by one that it inherits from
/// there; it counts as one of the lowest of these, so that it is told of once.
struct RowUpdates {
  typealias OfEntity = (entity: RecordEntity, rows: [HistoryWriter.RowChange])

  private(set) var byEntity: [OfEntity] = []
  private var last = -1
  /// What the rows of shared tables count as.
  private var entities: [SaveRun.RowPlace: RecordEntity] = [:]

  /// Adds changed properties of a row; a row may come several times.
  mutating func add(_ key: Int64, _ properties: PropertyMask, _ entity: RecordEntity) {
    guard entity.sharesTable else { return append(key, properties, entity) }
    let place = SaveRun.RowPlace(tree: entity.treeIndex, key: key)
    guard let known = entities[place], known !== entity else {
      entities[place] = entity
      return append(key, properties, entity)
    }
    // What is inherited has the same number below.
    guard known.descendants.contains(where: { $0 === entity }) else {
      return append(key, properties, known)
    }
    entities[place] = entity
    let former = remove(key, known)
    append(key, former.union(properties), entity)
  }

  private mutating func append(_ key: Int64, _ properties: PropertyMask, _ entity: RecordEntity) {
    if last < 0 || byEntity[last].entity !== entity {
      last = byEntity.firstIndex { $0.entity === entity } ?? byEntity.count
      if last == byEntity.count { byEntity.append((entity, [])) }
    }
    byEntity[last].rows.append((key, properties))
  }

  /// Takes a row from those of an entity.
  ///
  /// - Returns: Its properties.
  private mutating func remove(_ key: Int64, _ entity: RecordEntity) -> PropertyMask {
    guard let index = byEntity.firstIndex(where: { $0.entity === entity }) else {
      return PropertyMask()
    }
    var properties = PropertyMask()
    byEntity[index].rows.removeAll { row in
      guard row.key == key else { return false }
      properties.formUnion(row.properties)
      return true
    }
    return properties
  }
}
