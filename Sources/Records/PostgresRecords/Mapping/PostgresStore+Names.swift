import CoreDataFormat
import PostgresFormat

// What other programs call the models and rows of mapped tables.

extension PostgresStore {
  /// The entity whose rows another program's columns call by the name of a class; nil if there is
  /// none, or the tables are the library's own.
  package func mappedEntity(called name: String) -> String? {
    guard let mapping = options.mapping else { return nil }
    // Names in a module are joined by `::` in Ruby and by `\` in PHP.
    let words = name.split { ":\\./".contains($0) }.map(String.init)
    let names = tableMap.entities.map { entity in
      (entity.entityName, mapping.tables[entity.entityName]?.className ?? entity.entityName)
    }
    for candidate in [name, words.joined(), words.last ?? name] {
      if let found = names.first(where: { $0.1 == candidate }) { return found.0 }
    }
    return nil
  }

  /// The table with the integers of an entity's keys; nil if these are integers.
  package func keyTable(of entity: String) -> PostgresKeyTable? {
    options.tables?.keyTables[entity]
  }
}
