import CoreDataFormat
import DataSchema
import ModelGeneration
import RandomTesting
import Testing

/// Code expresses everything that a SwiftData model can contain.
@Suite(
  "Code of random models", .enabled(if: SwiftProgram.isPossible, SwiftProgram.reason), .serialized)
struct RandomModelTests {
  private static let batch = 12

  /// A batch of models is compiled as versions of one, because each compilation takes seconds.
  @Test(arguments: 0..<TestRun.count(10))
  func codeHasTheHashesAndStatementsOfModels(_ number: Int) throws {
    var versions: [ModelSource.Version] = []
    for place in 0..<Self.batch {
      let seed = TestRun.seed(70_000 + UInt64(Self.batch * number + place))
      var random = RandomModels(seed: seed)
      versions.append(random.model(named: "\(seed)"))
    }
    let models = try ModelGenerator.models(
      of: ModelSource(name: "Random", versions: versions, current: 0))
    #expect(models.notes.filter(\.changesVersionHash).isEmpty)
    let maker = try StoreMaker(models, schemas: versions.indices.map { "RandomSchemaV\($0 + 1)" })
    defer { maker.remove() }
    let stores = try maker.stores()
    for (place, version) in versions.enumerated() {
      let store = try #require(stores["RandomSchemaV\(place + 1)"])
      #expect(store.problem == nil, "\(version.name) \(TestRun.comment)")
      #expect(
        store.versionHashes == version.model.versionHashes, "\(version.name) \(TestRun.comment)")
      let statements = try SchemaStatements(layout: CoreDataLayout(model: version.model)).all
      #expect(store.statements == statements, "\(version.name) \(TestRun.comment)")
    }
  }
}
