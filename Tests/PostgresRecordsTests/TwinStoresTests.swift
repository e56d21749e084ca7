import DataSchema
import Foundation
import PostgresTesting
import RandomTesting
import RecordStore
import Testing

@Suite("Stores in a PostgreSQL and in SQLite", .enabled(if: PostgresServer.isInstalled))
struct TwinStoresTests {
  /// Entities with every kind of property and relationship.
  private static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Author",
      properties: [
        .attribute(AttributeDescription(name: "name", type: .string)),
        .attribute(AttributeDescription(name: "born", type: .date, isOptional: true)),
        .composite(
          CompositeDescription(
            name: "place", isOptional: true,
            elements: [
              .attribute(AttributeDescription(name: "city", type: .string, isOptional: true)),
              .attribute(AttributeDescription(name: "latitude", type: .double, isOptional: true)),
            ])),
        .relationship(
          RelationshipDescription(
            name: "books", destination: "Book", inverseName: "author", isToMany: true,
            deleteRule: .cascade)),
        .relationship(
          RelationshipDescription(
            name: "partner", destination: "Author", inverseName: "partner")),
      ], uniquenessConstraints: [["name"]]),
    EntityDescription(
      name: "Book",
      properties: [
        .attribute(
          AttributeDescription(name: "title", type: .string, preservesValueOnDeletion: true)),
        .attribute(AttributeDescription(name: "pages", type: .integer16, isOptional: true)),
        .attribute(
          AttributeDescription(
            name: "price", type: .decimal, isOptional: true, preservesValueOnDeletion: true)),
        .attribute(AttributeDescription(name: "isRead", type: .boolean, isOptional: true)),
        .attribute(AttributeDescription(name: "number", type: .uuid, isOptional: true)),
        .attribute(AttributeDescription(name: "site", type: .uri, isOptional: true)),
        .attribute(AttributeDescription(name: "cover", type: .binaryData, isOptional: true)),
        .relationship(
          RelationshipDescription(name: "author", destination: "Author", inverseName: "books")),
        .relationship(
          RelationshipDescription(
            name: "tags", destination: "Tag", inverseName: "books", isToMany: true)),
      ]),
    EntityDescription(
      name: "Tag",
      properties: [
        .attribute(AttributeDescription(name: "label", type: .string)),
        .relationship(
          RelationshipDescription(
            name: "books", destination: "Book", inverseName: "tags", isToMany: true)),
        .relationship(
          RelationshipDescription(
            name: "related", destination: "Tag", inverseName: "related", isToMany: true)),
      ]),
    EntityDescription(
      name: "SpecialTag", parentName: "Tag",
      properties: [
        .attribute(AttributeDescription(name: "weight", type: .float, isOptional: true))
      ]),
    EntityDescription(
      name: "Copy",
      properties: [
        .attribute(AttributeDescription(name: "place", type: .string)),
        .relationship(
          RelationshipDescription(name: "book", destination: "Book", isOptional: false)),
      ]),
  ])

  @Test(.timeLimit(.minutes(20)), arguments: 0..<TestRun.count(100, atLeast: 6))
  func twinStoresHoldTheSameRows(_ number: Int) async throws {
    var random = SeededGenerator(seed: TestRun.seed(UInt64(number)))
    let stores = try TwinStores(Self.model)
    for step in 0..<25 {
      let edit = LibraryEdit.random(stores.entities, &random)
      let (sqlite, postgres) = stores.perform(edit)
      guard sqlite == postgres else {
        Issue.record(
          "step \(step) of \(number): \(sqlite), \(postgres), \(edit), \(TestRun.comment)"
        )
        return
      }
      let contents = try (stores.contents(stores.sqlite), stores.contents(stores.postgres))
      guard contents.0 == contents.1 else {
        let differing = (
          contents.0.filter { !contents.1.contains($0) },
          contents.1.filter { !contents.0.contains($0) }
        )
        Issue.record("step \(step) of \(number): \(edit): \(differing), \(TestRun.comment)")
        return
      }
    }
    var histories = try (stores.history(stores.sqlite), stores.history(stores.postgres))
    // Transactions that other tests started earlier must end first.
    while histories.1.count < histories.0.count {
      try await Task.sleep(for: .milliseconds(20))
      histories.1 = try stores.history(stores.postgres)
    }
    for (sqlite, postgres) in zip(histories.0, histories.1) where sqlite != postgres {
      Issue.record("\(number): \(sqlite) and \(postgres), \(TestRun.comment)")
      return
    }
    #expect(histories.0.count == histories.1.count)
  }
}

/// Random edits of a library.
private enum LibraryEdit {
  static func random(
    _ entities: [String], _ random: inout SeededGenerator
  ) -> TwinStores.Edit {
    var edit = TwinStores.Edit()
    let known = entities.count
    var all = entities
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let entity = ["Author", "Book", "Tag", "SpecialTag", "Copy"].one(&random)
      all.append(entity)
      edit.insertions.append((entity, [:]))
    }
    func row(_ names: String..., below: Int) -> Int? {
      (0..<below).filter { names.contains(all[$0]) }.randomElement(using: &random)
    }
    for index in edit.insertions.indices {
      let entity = edit.insertions[index].entity
      var values = values(of: entity, &random)
      if entity == "Copy" {
        guard let book = row("Book", below: all.count) else {
          values["book"] = .null
          edit.insertions[index].values = values
          continue
        }
        values["book"] = .row(Int64(book))
      }
      if entity == "Book", Bool.random(using: &random), let author = row("Author", below: all.count)
      {
        values["author"] = .row(Int64(author))
      }
      edit.insertions[index].values = values
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) where known > 0 {
      let changed = Int.random(in: 0..<known, using: &random)
      guard !all[changed].isEmpty else { continue }
      var values = values(of: all[changed], &random).filter { _ in Bool.random(using: &random) }
      if all[changed] == "Author", let partner = row("Author", below: all.count) {
        values["partner"] = Bool.random(using: &random) ? .row(Int64(partner)) : .null
      }
      edit.changes.append((changed, values))
    }
    if Bool.random(using: &random), let author = row("Author", below: all.count) {
      edit.members.append((author, "books", rows("Book", all, &random)))
    }
    if Bool.random(using: &random), let book = row("Book", below: all.count) {
      edit.members.append(
        (book, "tags", rows("Tag", all, &random) + rows("SpecialTag", all, &random)))
    }
    if Bool.random(using: &random), let tag = row("Tag", "SpecialTag", below: all.count) {
      edit.members.append((tag, "related", rows("Tag", all, &random)))
    }
    if known > 0, Int.random(in: 0..<3, using: &random) == 0 {
      let deleted = Int.random(in: 0..<known, using: &random)
      if !all[deleted].isEmpty { edit.deletions.append(deleted) }
    }
    return edit
  }

  private static func rows(
    _ entity: String, _ all: [String], _ random: inout SeededGenerator
  ) -> [Int] {
    let rows = all.indices.filter { all[$0] == entity }.shuffled(using: &random)
    return Array(rows.prefix(Int.random(in: 0...3, using: &random)))
  }

  private static func values(
    of entity: String, _ random: inout SeededGenerator
  ) -> [String: RecordValue] {
    func text() -> String {
      ["", "a", "ä", "a\u{308}", "Möwe", "名", "😀", "o'\"\\?", "z"].one(&random)
        + "\(Int.random(in: 0..<6, using: &random))"
    }
    func perhaps(_ value: RecordValue) -> RecordValue {
      Int.random(in: 0..<4, using: &random) == 0 ? .null : value
    }
    switch entity {
    case "Author":
      return [
        "name": .text(text()),
        "born": perhaps(
          .date(
            Date(
              timeIntervalSinceReferenceDate: Double(
                Int.random(in: -1_000_000...1_000_000, using: &random)) / 64))),
        "place": perhaps(
          .composite([
            "city": perhaps(.text(text())),
            "latitude": perhaps(
              .real([0, -1.5, .infinity, 1e-300, 3.14].one(&random))),
          ])),
      ]
    case "Book":
      return [
        "title": .text(text()),
        "pages": perhaps(.integer(Int64(Int16.random(in: .min ... .max, using: &random)))),
        "price": perhaps(
          .decimal(
            ["0", "-1.50", "12345678901234567890.123456789", "1e20"].compactMap {
              Decimal(string: $0)
            }
            .one(&random))),
        "isRead": perhaps(.bool(Bool.random(using: &random))),
        "number": perhaps(
          .uuid(
            UUID(
              uuid: (
                1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5,
                UInt8.random(in: 0...255, using: &random)
              )))),
        "site": perhaps(
          URL(string: "https://a.b/\(Int.random(in: 0..<9, using: &random))").map(RecordValue.url)
            ?? .null),
        "cover": perhaps(
          .data(
            Data(
              (0..<Int.random(in: 0...300, using: &random)).map { UInt8(truncatingIfNeeded: $0) }))),
      ]
    case "Tag": return ["label": .text(text())]
    case "SpecialTag":
      return ["label": .text(text()), "weight": perhaps(.real(Double(Float(1.25))))]
    default: return ["place": .text(text())]
    }
  }
}

extension Array {
  /// A random element of a collection that is not empty.
  fileprivate func one(_ random: inout SeededGenerator) -> Element {
    self[Int.random(in: indices, using: &random)]
  }
}
