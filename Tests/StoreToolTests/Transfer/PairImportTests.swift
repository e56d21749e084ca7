import DataSchema
import Foundation
import RecordStore
import StoreTool
import Testing

/// Exports of rows that require each other in pairs, imported into stores that may have them
/// already.
@Suite("Importing pairs")
struct PairImportTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Which of the two entities have unique values, and whether each requires the other.
  struct Form: CustomTestStringConvertible, Sendable {
    var hasUniqueOwners = true
    var hasUniquePassports = true
    var ownersNeedPassports = false

    var testDescription: String {
      "owners \(hasUniqueOwners), passports \(hasUniquePassports), both \(ownersNeedPassports)"
    }

    enum Outcome { case same, more, refusal }

    /// The outcome of importing existing rows.
    ///
    /// Rows without unique values are inserted again, and must not take partners from rows that
    /// require them.
    var outcome: Outcome {
      switch (hasUniqueOwners, hasUniquePassports) {
      case (true, true): .same
      case (false, false): .more
      case (true, false): .refusal
      case (false, true): ownersNeedPassports ? .refusal : .more
      }
    }

    var model: ModelDescription {
      ModelDescription(entities: [
        EntityDescription(
          name: "Owner",
          properties: [
            .attribute(AttributeDescription(name: "name", type: .string)),
            .relationship(
              RelationshipDescription(
                name: "passport", destination: "Passport", inverseName: "owner",
                isOptional: !ownersNeedPassports)),
          ], uniquenessConstraints: hasUniqueOwners ? [["name"]] : []),
        EntityDescription(
          name: "Passport",
          properties: [
            .attribute(AttributeDescription(name: "number", type: .integer64)),
            .relationship(
              RelationshipDescription(
                name: "owner", destination: "Owner", inverseName: "passport", isOptional: false)),
          ], uniquenessConstraints: hasUniquePassports ? [["number"]] : []),
      ])
    }
  }

  static let forms: [Form] = [true, false].flatMap { owners in
    [true, false].flatMap { passports in
      [true, false].map {
        Form(
          hasUniqueOwners: owners, hasUniquePassports: passports, ownersNeedPassports: $0)
      }
    }
  }

  /// Creates a store in which the passport of each number belongs to the owner of the name.
  private func make(_ name: String, _ form: Form, _ pairs: [(String, Int64)]) throws -> String {
    let path = folder.path(name)
    let engine = try RecordEngine(StoreOptions(name: name, path: path), model: form.model)
    var changes = RecordChanges()
    for (owner, number) in pairs {
      let owner = changes.insert("Owner", ["name": .text(owner)])
      changes.insert("Passport", ["number": .integer(number), "owner": .row(owner)])
    }
    if !pairs.isEmpty { try engine.save(changes) }
    return path
  }

  private let known: [(String, Int64)] = [("Ada", 1), ("Bea", 2), ("Cid", 3)]

  private func export(_ path: String) {
    let run = ToolRun("export", path, "--output", folder.path("out"))
    #expect(run.status == .good, "\(run.messages)")
  }

  /// Expects a refusal with advice, and no changes.
  private func expectRefusal(_ run: ToolRun, _ path: String, _ before: ToolRun) {
    #expect(run.status == .failed)
    #expect(run.messages.contains("would lose its required"), "\(run.messages)")
    #expect(run.messages.contains("Delete such rows of"))
    #expect(ToolRun("export", path, "--output", folder.path("after")).status == .good)
    #expect(ToolRun("info", path).lines.suffix(2) == before.lines.suffix(2))
    #expect(ToolRun("check", path).status == .good)
  }

  @Test(arguments: forms)
  func pairsAreImportedIntoAnEmptyStore(_ form: Form) throws {
    let full = try make("full.store", form, known)
    let empty = try make("empty.store", form, [])
    export(full)
    let run = ToolRun("import", empty, folder.path("out"))
    #expect(run.status == .good, "\(run.messages)")
    #expect(ToolRun("diff", full, empty, "--contents").status == .good)
    #expect(ToolRun("check", empty).status == .good)
  }

  @Test(arguments: forms)
  func existingPairsAreMatchedByUniqueValues(_ form: Form) throws {
    let full = try make("full.store", form, known)
    let other = try make("other.store", form, known)
    export(full)
    let before = ToolRun("info", other)
    let run = ToolRun("import", other, folder.path("out"))
    switch form.outcome {
    case .same:
      #expect(run.status == .good, "\(run.messages)")
      #expect(ToolRun("diff", full, other, "--contents").status == .good)
    case .more:
      #expect(run.status == .good, "\(run.messages)")
      #expect(ToolRun("query", other, "Owner", "--count").output == "6\n")
    case .refusal: expectRefusal(run, other, before)
    }
    #expect(ToolRun("check", other).status == .good)
  }

  /// Rows that have other partners in the export get those.
  @Test(arguments: forms)
  func importsExchangePartners(_ form: Form) throws {
    let full = try make("full.store", form, [("Ada", 2), ("Bea", 3), ("Cid", 1)])
    let other = try make("other.store", form, known)
    export(full)
    let before = ToolRun("info", other)
    let run = ToolRun("import", other, folder.path("out"))
    guard form.outcome != .refusal else { return expectRefusal(run, other, before) }
    #expect(run.status == .good, "\(run.messages)")
    #expect(ToolRun("check", other).status == .good)
    for (owner, number) in [("Ada", 2), ("Bea", 3), ("Cid", 1)] {
      let condition = "number == \(number) and owner.name == '\(owner)'"
      let count = ToolRun("query", other, "Passport", "--where", condition, "--count").output
      #expect(count == "1\n", "\(owner)")
    }
  }

  /// An export without partners leaves its own rows without one, and reports this.
  @Test func importsCannotRemoveRequiredPartners() throws {
    let form = Form()
    let full = try make("full.store", form, known)
    export(full)
    for name in ["Passport.jsonl", "manifest.json"] {
      try FileManager.default.removeItem(atPath: folder.path("out/\(name)"))
    }
    let before = ToolRun("info", full)
    expectRefusal(ToolRun("import", full, folder.path("out")), full, before)
  }
}
