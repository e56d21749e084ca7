import DataSchema
import Foundation
import ModelArchives
import ModelGeneration
import Testing

/// Models in the format that Xcode compiles them to.
@Suite("Compiled models")
struct CompiledModelTests {
  private static let model = ModelDescription(
    entities: [
      EntityDescription(
        name: "Author",
        properties: [
          .attribute(AttributeDescription(name: "name", type: .string)),
          .relationship(
            RelationshipDescription(
              name: "works", destination: "Work", inverseName: "author", isToMany: true,
              deleteRule: .cascade)),
        ]),
      EntityDescription(
        name: "Work",
        properties: [
          .relationship(
            RelationshipDescription(name: "author", destination: "Author", inverseName: "works")),
          .attribute(AttributeDescription(name: "title", type: .string, isOptional: true)),
        ]),
    ], versionIdentifiers: ["1"])

  private func folder(_ info: Data?) throws -> ModelFolder {
    let folder = try ModelFolder()
    var newer = Self.model
    newer.entities.append(EntityDescription(name: "Shelf"))
    try folder.write(ModelArchive.archive(of: Self.model), to: "Library.momd/Library.mom")
    try folder.write(ModelArchive.archive(of: newer), to: "Library.momd/Library 2.mom")
    try folder.write(Data([1, 2, 3]), to: "Library.momd/Library 2.omo")
    if let info { try folder.write(info, to: "Library.momd/VersionInfo.plist") }
    return folder
  }

  private func information(
    _ current: String, _ format: PropertyListSerialization.PropertyListFormat
  ) throws -> Data {
    try PropertyListSerialization.data(
      fromPropertyList: ["NSManagedObjectModel_CurrentVersionName": current], format: format,
      options: 0)
  }

  @Test func allVersionsAreRead() throws {
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let folder = try folder(information("Library", format))
      let source = try ModelSource(contentsOf: folder.url.appendingPathComponent("Library.momd"))
      #expect(source.versions.map(\.name) == ["Library", "Library 2"])
      #expect(source.current == 0)
      #expect(source.versions[0].model == Self.model)
      #expect(source.versions[1].model.entities.count == 3)
    }
  }

  @Test func lastVersionIsCurrentByDefault() throws {
    for info in [nil, Data(), try information("Elsewhere", .xml)] {
      let folder = try folder(info)
      let source = try ModelSource(contentsOf: folder.url.appendingPathComponent("Library.momd"))
      #expect(source.current == 1)
    }
  }

  @Test func singleVersionsAreRead() throws {
    let folder = try folder(nil)
    let file = folder.url.appendingPathComponent("Library.momd/Library.mom")
    let source = try ModelSource(contentsOf: file)
    #expect(source.versions.map(\.model) == [Self.model])
  }
}
