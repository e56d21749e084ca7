import DataSchema
import Foundation
import ModelGeneration
import Testing

/// Code of entities that have the names of other types.
@Suite(
  "Code of unusual names", .enabled(if: SwiftProgram.isPossible, SwiftProgram.reason), .serialized)
struct ClassNameTests {
  @Test func codeWithNamesOfNestedTypesMakesStores() throws {
    let folder = try ModelFolder()
    let models = try ModelGenerator.models(from: folder.edited(["Library": EditedModels.roots]))
    #expect(models.hasSameVersionHashes)
    let maker = try StoreMaker(models, schemas: [models.schemaName])
    defer { maker.remove() }
    let store = try #require(try maker.stores()[models.schemaName])
    #expect(store.problem == nil)
    #expect(store.versionHashes == models.model.versionHashes)
  }

  @Test func codeWithCompositesMakesStores() throws {
    let folder = try ModelFolder()
    let models = try ModelGenerator.models(from: folder.edited(["Library": EditedModels.places]))
    let maker = try StoreMaker(models, schemas: [models.schemaName])
    defer { maker.remove() }
    let store = try #require(try maker.stores()[models.schemaName])
    #expect(store.problem == nil)
    #expect(store.versionHashes == models.model.versionHashes)
  }
}
