import CoreDataFormat
import DataSchema
import RandomSchemas
import SQLCore
import SQLiteDriver
import Testing

@Suite("Progress of an evolution")
struct EvolutionProgressTests {
  private struct Cancelled: Error {}

  private static let rowCount = 4_500

  /// A store with rows of two entities in one table, and a migration that changes the type of their
  /// attribute.
  private func makeStore() throws -> (SQLiteConnection, StoreEvolution) {
    func model(_ type: AttributeType) -> ModelDescription {
      let attribute = AttributeDescription(name: "a", type: type)
      return ModelDescription(entities: [
        EntityDescription(name: "Base", properties: [.attribute(attribute)]),
        EntityDescription(name: "Leaf", parentName: "Base"),
      ])
    }
    let source = model(.integer32)
    var picture = StorePicture(entitiesOf: FlatSchema(source))
    for number in 0..<Int64(Self.rowCount) {
      let row = StorePicture.Row(version: 1, values: ["a": .integer(number)])
      picture.rows[number % 3 == 0 ? "Leaf" : "Base"]?[number * number + 1] = row
    }
    let connection = try SQLiteConnection(path: "", mode: .inMemory)
    var dice = Dice(seed: 1)
    try PictureWriter(picture, CoreDataLayout(model: source))
      .write(to: connection, slack: 0, dice: &dice)
    return (connection, try StoreEvolution(from: source, to: model(.double)))
  }

  @Test func eachBatchOfRowsIsReported() throws {
    let (connection, evolution) = try makeStore()
    var reports: [EvolutionProgress] = []
    try connection.transaction { try evolution.run(on: connection) { reports.append($0) } }
    let counts = reports.map { [$0.completedRows, $0.totalRows] }
    #expect(counts == [[2000, 3000], [3000, 3000], [1500, 1500]])
    #expect(reports.map(\.entity) == ["Base", "Base", "Leaf"])
    let sums = try connection.rows(
      "SELECT COUNT(*), SUM(ZA), SUM(Z_PK = ZA * ZA + 1), typeof(ZA) FROM ZBASE")
    let count = Int64(Self.rowCount)
    #expect(
      sums == [
        [.integer(count), .real(Double(count * (count - 1) / 2)), .integer(count), .text("real")]
      ])
  }

  @Test func cancelledEvolutionLeavesTheStoreUnchanged() throws {
    let (connection, evolution) = try makeStore()
    let before = try StoreShape.dump(connection)
    #expect(throws: Cancelled.self) {
      try connection.transaction {
        try evolution.run(on: connection) { if $0.completedRows == 3000 { throw Cancelled() } }
      }
    }
    #expect(try StoreShape.dump(connection) == before)
  }
}
