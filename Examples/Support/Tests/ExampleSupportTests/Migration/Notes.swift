import ExampleSupport
import Foundation
import SwiftData

/// Two versions of a model, and a program that opens stores with both.
enum Notes {
  enum Version1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model
    final class Note {
      var text: String

      init(text: String) {
        self.text = text
      }
    }
  }

  enum Version2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model
    final class Note {
      @Attribute(.unique) var text: String
      var stars: Int = 3

      init(text: String) {
        self.text = text
      }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Version1.self, Version2.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: Version1.self, toVersion: Version2.self)]
    }
  }

  static let program = Program(
    name: "notes", introduction: "notes counts notes.", storeFile: "notes/notes.store",
    migrationPlan: Plan.self, commands: [CountCommand.self])

  /// Creates a store of version 1.
  static func makeFirstVersion(at path: String, texts: [String]) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: Version1.self),
      configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
    let context = ModelContext(container)
    for text in texts { context.insert(Version1.Note(text: text)) }
    try context.save()
  }

  private struct CountCommand: Command {
    static let name = "count"
    static let synopsis = ""
    static let summary = "Count notes."

    init(_ invocation: Invocation) throws {}

    func run(in session: Session) async throws -> ExitCode {
      let container = try session.openStore { url, options in
        try ModelContainer(
          for: Schema(versionedSchema: Version2.self), migrationPlan: Plan.self,
          configurations: ModelConfiguration(url: url), migrationOptions: options)
      }
      let count = try ModelContext(container).fetchCount(FetchDescriptor<Version2.Note>())
      try session.print(count) { "\(count)" }
      return .success
    }
  }
}
