import DataSchema
import Foundation
import OpenSwiftData
import RecordStore
import StoreTesting
import Testing

/// Obstacles reported for a unique attribute whose values move into or out of external files.
@Suite("Reports of values in files")
struct ExternalReportTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static func model(external: Bool, unique: Bool) -> ModelDescription {
    ModelDescription(entities: [
      EntityDescription(
        name: "Picture",
        properties: [
          .attribute(
            AttributeDescription(
              name: "bytes", type: .binaryData, isOptional: true, storesExternally: external))
        ], uniquenessConstraints: unique ? [["bytes"]] : [])
    ])
  }

  /// Reports on two rows with the same bytes; with external storage, each row has a file.
  private func report(external: Bool, size: Int) throws -> MigrationReport {
    let url = folder.file("\(external) \(size).store")
    let engine = try RecordEngine(
      StoreOptions(name: "pictures", path: url.path),
      model: Self.model(external: !external, unique: false))
    var changes = RecordChanges()
    for _ in 0..<2 {
      changes.insert("Picture", ["bytes": .data(Data(repeating: 1, count: size))])
    }
    try engine.save(changes)
    let report = try Schema(description: Self.model(external: external, unique: true))
      .migrationReport(for: url)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    #expect(names.filter { $0.contains("_EXTERNAL_DATA/") }.count == (external || size < 9 ? 0 : 2))
    return report
  }

  @Test func equalValuesAreReportedAsObstacles() throws {
    #expect(try !report(external: true, size: 3).obstacles.isEmpty)
    #expect(try !report(external: false, size: 3).obstacles.isEmpty)
    #expect(try !report(external: false, size: 200_000).obstacles.isEmpty)
  }

  @Test func valuesThatMoveToFilesAreNotCompared() throws {
    #expect(try report(external: true, size: 200_000).obstacles.isEmpty)
  }
}
