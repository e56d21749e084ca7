import CoreDataFormat
import DataSchema
import RandomSchemas
import Testing

/// Compares table names that are looked up one by one with all names at once.
@Suite("Tables of random schemas")
struct SchemaTablesTests {
  @Test(arguments: 0..<UInt64(8)) func tableNamesAreTheSameInEveryOrder(part: UInt64) throws {
    for seed in part * 200..<(part + 1) * 200 {
      var generator = SchemaGenerator(dice: Dice(seed: seed))
      let model = generator.model()
      let layout = try CoreDataLayout(model: model)
      var dice = Dice(seed: seed)
      // An entity's number and table do not depend on its position in the schema.
      let mixed = ModelDescription(entities: dice.shuffled(model.entities))
      let tables = try SchemaTables(model: mixed)
      for entity in dice.shuffled(layout.tableMap.entities) {
        #expect(tables.entityTable(entity.entityNumber) == entity, "seed \(seed)")
      }
      #expect(tables.tableMap == layout.tableMap)
      #expect(tables.layout.tables == layout.tables)
      #expect(tables.layout.joinTables == layout.joinTables)
      #expect(tables.entities.map(\.name) == layout.tableMap.entities.map(\.entityName))
      #expect(tables.entities.map(\.rootNumber) == layout.tableMap.entities.map(\.rootNumber))
    }
  }
}
