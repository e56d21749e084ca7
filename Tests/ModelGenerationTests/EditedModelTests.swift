import ArchivedModel
import DataSchema
import Foundation
import ModelGeneration
import Testing

/// Models in the format of Xcode's editor.
@Suite("Xcode's models")
struct EditedModelTests {
  private func read(_ text: String) throws -> ModelSource.Version {
    let folder = try ModelFolder()
    return try ModelSource(contentsOf: folder.edited(["Library": text])).versions[0]
  }

  private func attribute(
    _ name: String, _ entity: EntityDescription?
  ) -> AttributeDescription? {
    for case .attribute(let attribute) in entity?.properties ?? [] where attribute.name == name {
      return attribute
    }
    return nil
  }

  @Test func attributesAreReadCompletely() throws {
    let version = try read(EditedModels.library)
    let work = version.model.entity(named: "Work")
    #expect(attribute("title", work)?.defaultValue == .text("\"New\" & old ☺"))
    #expect(attribute("pages", work)?.defaultValue == .integer(0))
    #expect(attribute("pages", work)?.type == .integer32)
    #expect(attribute("published", work)?.defaultValue == .real(86_400))
    #expect(attribute("price", work)?.type == .decimal)
    #expect(attribute("cover", work)?.storesExternally == true)
    #expect(attribute("isbn", work)?.preservesValueOnDeletion == true)
    #expect(attribute("link", work)?.originalName == "url")
    #expect(attribute("isRead", work)?.versionHashModifier == "2")
    #expect(attribute("draft", work)?.isTransient == true)
    #expect(version.options["Work.secret"] == [".allowsCloudEncryption", ".spotlight"])
    #expect(version.details["Work.shade"]?.transformerName == "ShadeTransformer")
    #expect(work?.uniquenessConstraints == [["isbn"]])
    let index = IndexDescription(
      propertyNames: ["title", "published"], name: "byTitleIndex", descendingNames: ["published"])
    #expect(work?.indexes == [index])
  }

  @Test func relationshipsAreReadCompletely() throws {
    let version = try read(EditedModels.library)
    #expect(version.model.entity(named: "Novel")?.parentName == "Work")
    #expect(version.model.entity(named: "Novel")?.originalName == "Book")
    let author = version.model.entity(named: "Author")
    let works = RelationshipDescription(
      name: "works", destination: "Work", inverseName: "authors", isToMany: true, minimumCount: 1,
      maximumCount: 9, deleteRule: .cascade)
    let mentor = RelationshipDescription(
      name: "mentor", destination: "Author", inverseName: "pupils", deleteRule: .deny)
    #expect(author?.properties.contains(.relationship(works)) == true)
    #expect(author?.properties.contains(.relationship(mentor)) == true)
  }

  @Test func nestedCompositesAreRead() throws {
    let version = try read(EditedModels.places)
    let point = CompositeDescription(
      name: "point", isOptional: true,
      elements: [
        .attribute(
          AttributeDescription(name: "latitude", type: .double, defaultValue: .real(1.5))),
        .attribute(AttributeDescription(name: "longitude", type: .double, isOptional: true)),
      ])
    let line = CompositeDescription(
      name: "line",
      elements: [
        .composite(point), .attribute(AttributeDescription(name: "width", type: .float)),
      ])
    let place = version.model.entity(named: "Place")
    #expect(place?.properties == [.composite(point), .composite(line)])
  }

  @Test func endlessCompositesAreRefused() throws {
    let part = { (composite: String, name: String) in
      "<attribute name='\(name)' attributeType='Composite' composite='\(composite)'/>"
    }
    let doubling = (0..<15).map { number in
      let next = "C\(number + 1)"
      let parts = (0..<9).map { part(next, "a\($0)") }.joined()
      return "<composite name='C\(number)'>\(parts)</composite>"
    }
    for composites in [
      "<composite name='C0'>\(part("C0", "a"))</composite>",
      doubling.joined() + "<composite name='C15'/>",
    ] {
      let text = "<model><entity name='A'>\(part("C0", "a"))</entity>\(composites)</model>"
      let error = #expect(throws: ModelGenerationError.self) { try read(text) }
      #expect(error?.kind == .damaged)
    }
  }

  @Test func notesReportUnsupportedParts() throws {
    let notes = try read(EditedModels.unusual).notes.map(\.description)
    #expect(notes.count == 5)
    #expect(notes.contains { $0.hasPrefix("Base.anything: ") })
    #expect(notes.contains { $0.hasPrefix("Base.others: A fetched property") })
    #expect(notes.contains { $0.hasPrefix("Base: The index 'some'") })
    #expect(notes.contains { $0.hasPrefix("The stored fetch request 'allParts'") })
    #expect(notes.contains { $0.hasPrefix("The configuration 'Local'") })
  }

  @Test func versionsAreOrderedByNumber() throws {
    let folder = try ModelFolder()
    let names = ["Library", "Library 2", "Library 10", "Library 9"]
    let texts = Dictionary(uniqueKeysWithValues: names.map { ($0, EditedModels.library) })
    let source = try ModelSource(contentsOf: folder.edited(texts, current: "Library 9"))
    #expect(source.name == "Library")
    #expect(source.versions.map(\.name) == ["Library", "Library 2", "Library 9", "Library 10"])
    #expect(source.current == 2)
  }

  @Test func singleVersionsAreRead() throws {
    let folder = try ModelFolder()
    let url = try folder.edited(["Library": EditedModels.library])
      .appendingPathComponent("Library.xcdatamodel")
    let model = try ModelSource(contentsOf: url).versions[0].model
    #expect(model.entities.count == 3)
    let contents = url.appendingPathComponent("contents")
    #expect(try ModelSource(contentsOf: contents).versions[0].model == model)
  }

  @Test(arguments: [
    ("<model><entity/></model>", ModelGenerationError.Kind.damaged),
    ("<model><entity name='A'><attribute/></entity></model>", .damaged),
    ("<model><entity name='A'><attribute name='a'/></entity></model>", .unsupported),
    (
      "<model><entity name='A'><attribute name='a' attributeType='Composite'/></entity></model>",
      .unsupported
    ),
    (
      "<model><entity name='A'><attribute name='a' attributeType='Composite' composite='B'/></entity></model>",
      .damaged
    ),
    ("<model><entity name='A'><relationship name='a'/></entity></model>", .damaged),
    (
      "<model><entity name='A'><relationship name='a' destinationEntity='A' maxCount='-1'/></entity></model>",
      .damaged
    ),
    (
      "<model><entity name='A'><relationship name='a' destinationEntity='A' deletionRule='Maybe'/></entity></model>",
      .unsupported
    ),
    ("<model", .damaged), ("<model></modem>", .damaged), ("<model a='1' a='2'/>", .damaged),
    ("<model>&unknown;</model>", .damaged), ("<model/><model/>", .damaged),
    ("<plist/>", .unknownFormat), ("text", .unknownFormat), ("", .unknownFormat),
    ("<!DOCTYPE m [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><model>&a;</model>", .damaged),
  ])
  func invalidModelsAreRefused(_ text: String, _ kind: ModelGenerationError.Kind) throws {
    let folder = try ModelFolder()
    let file = try folder.write(text, to: "contents")
    let error = #expect(throws: ModelGenerationError.self) { try ModelSource(contentsOf: file) }
    #expect(error?.kind == kind)
    #expect(error?.advice.isEmpty == false)
  }

  @Test func deeplyNestedElementsAreRefused() throws {
    let text = String(repeating: "<a>", count: 100_000)
    let folder = try ModelFolder()
    let file = try folder.write(text, to: "contents")
    #expect(throws: ModelGenerationError.self) { try ModelSource(contentsOf: file) }
  }

  @Test func foldersWithoutModelsAreRefused() throws {
    let folder = try ModelFolder()
    try folder.write("", to: "Empty.xcdatamodeld/else")
    try folder.write("", to: "Old.xcdatamodel/elements")
    try folder.write("", to: "Empty.momd/VersionInfo.plist")
    for (name, kind) in [
      ("Empty.xcdatamodeld", ModelGenerationError.Kind.damaged), ("Old.xcdatamodel", .unsupported),
      ("Empty.momd", .damaged), ("Nowhere.xcdatamodeld", .fileNotReadable), ("", .unknownFormat),
    ] {
      let error = #expect(throws: ModelGenerationError.self) {
        try ModelSource(contentsOf: folder.url.appendingPathComponent(name))
      }
      #expect(error?.kind == kind, "\(name)")
    }
  }
}
