import DataSchema
import Foundation
import RecordStore
import StoreFixtures
import StoreTool
import Testing

/// Enumeration cases with only nil as a value, whose columns store a marker of another type.
@Suite("Marks of cases")
struct CaseMarkTests {
  private static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Reminder",
      properties: [
        .composite(
          CompositeDescription(
            name: "alarm",
            elements: [
              .composite(
                CompositeDescription(
                  name: "weekly", isOptional: true,
                  elements: [
                    .attribute(
                      AttributeDescription(name: "day", type: .integer64, isOptional: true))
                  ])),
              .attribute(AttributeDescription(name: "text", type: .string, isOptional: true)),
              .attribute(AttributeDescription(name: "tags", type: .binaryData, isOptional: true)),
            ]))
      ])
  ])

  private static let values: [RecordValue] = [
    .composite(["weekly": .composite(["day": .data(Data())])]),
    .composite(["weekly": .composite(["day": .integer(5)])]),
    .composite(["text": .data(Data())]), .composite(["text": .text("")]),
    .composite(["text": .text("$nil")]), .composite(["tags": .integer(0)]),
    .composite(["tags": .data(Data())]), .composite(["tags": .data(Data("$nil".utf8))]),
  ]

  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func store(_ name: String) throws -> RecordEngine {
    try RecordEngine(StoreOptions(name: name, path: folder.path(name)), model: Self.model)
  }

  @Test(arguments: ["jsonl", "csv"])
  func caseMarksAreExportedAndImported(_ format: String) throws {
    var changes = RecordChanges(author: "test")
    for value in Self.values { changes.insert("Reminder", ["alarm": value]) }
    try store("one.store").save(changes)
    let (one, two, out) = (folder.path("one.store"), folder.path("two.store"), folder.path("out"))
    let export = ToolRun("export", one, "--format", format, "--output", out)
    #expect(export.status == .good, "\(export.messages)")
    _ = try store("two.store")
    let run = ToolRun("import", two, out)
    #expect(run.status == .good, "\(run.messages)")
    let diff = ToolRun("diff", one, two, "--contents")
    #expect(diff.status == .good, "\(diff.output)")
    let rows = try RecordEngine(StoreOptions(name: "two", path: two)).rows(RecordQuery("Reminder"))
    func parts(_ value: RecordValue) -> [String: RecordValue] {
      guard case .composite(let parts) = value else { return [:] }
      return parts.filter { !$0.value.isNull && $0.value != .composite(["day": .null]) }
    }
    #expect(rows.map { parts($0["alarm"]) } == Self.values.map(parts))
  }
}
