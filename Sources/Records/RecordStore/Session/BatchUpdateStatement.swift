import CoreDataFormat
import SQLCore

/// An UPDATE for rows of one entity with nearby keys and the same changed properties.
package final class BatchUpdateStatement {
  package let text: String

  /// The most columns to update, because each requested value costs a call.
  private static let maximumCount = 4

  /// Returns nil if the rows have to be written one by one.
  package init?(_ entity: RecordEntity, _ changes: PropertyMask, functions: any RowValueFunctions) {
    let (properties, id) = (entity.properties, entity.identity)
    guard properties.count <= 64, entity.external == nil else { return nil }
    let chosen = properties.indices.filter {
      changes.contains($0) && !properties[$0].columns.isEmpty
    }
    let unique = Set(entity.uniqueness.joined())
    guard chosen.count <= Self.maximumCount,
      chosen.allSatisfy({ properties[$0].columns.count == 1 && !unique.contains($0) })
    else { return nil }
    let functions = type(of: functions)
    let assignments = chosen.enumerated().map { number, index in
      entity.table.dialect.quoted(properties[index].columns[0].name) + " = "
        + functions.value(number, ofRow: id.key)
    }
    text =
      "UPDATE \(entity.statements.table) SET "
      + ([id.raisedVersion] + assignments).joined(separator: ", ")
      + " WHERE \(id.key) BETWEEN ? AND ? AND \(functions.isConcerned(id.key))"
  }
}
