import Foundation
import ModelGeneration
import Testing

@Suite("Writing generated files")
struct FileWritingTests {
  private let folder: ModelFolder
  private let models: GeneratedModels
  private let place: URL

  init() throws {
    folder = try ModelFolder()
    models = try ModelGenerator.models(from: folder.edited(["Library": EditedModels.library]))
    place = folder.url.appendingPathComponent("Models")
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
  }

  @Test func existingFilesAreReplacedOnlyOnRequest() throws {
    try models.write(to: place)
    #expect(try names() == models.files.map(\.name))
    let file = try #require(models.files.first { $0.name == "Work.swift" })
    let work = place.appendingPathComponent(file.name)
    #expect(try String(contentsOf: work, encoding: .utf8) == file.text)
    try Data("mine".utf8).write(to: work)
    let error = #expect(throws: ModelGenerationError.self) { try models.write(to: place) }
    #expect(error?.kind == .fileNotWritable)
    #expect(error?.message.hasSuffix("already exists; nothing was written.") == true)
    #expect(try String(contentsOf: work, encoding: .utf8) == "mine")
    try models.write(to: place, replacing: true)
    #expect(try String(contentsOf: work, encoding: .utf8) == file.text)
    #expect(try names() == models.files.map(\.name))
  }

  /// The last file cannot be created, because its name is too long.
  @Test(arguments: [true, false]) func failedWriteLeavesNoFiles(_ folderExists: Bool) throws {
    if folderExists { try folder.write("mine", to: "Models/Work.swift") }
    var unwritable = models
    var last = models.files[0]
    last.name = String(repeating: "x", count: 300) + ".swift"
    unwritable.files.append(last)
    do {
      try unwritable.write(to: place, replacing: true)
      Issue.record("The files were written.")
    } catch {
      #expect(error.kind == .fileNotWritable)
      #expect(
        error.message == "The files cannot be written to \(place.path): File name too long. "
          + "Nothing was written.")
      #expect(error.advice == "Choose a shorter path.")
    }
    guard folderExists else {
      #expect(!FileManager.default.fileExists(atPath: place.path))
      return
    }
    #expect(try names() == ["Work.swift"])
    let work = place.appendingPathComponent("Work.swift")
    #expect(try String(contentsOf: work, encoding: .utf8) == "mine")
  }

  @Test func foldersAreNotReplacedByFiles() throws {
    try folder.write("mine", to: "Models/Work.swift/file")
    let error = #expect(throws: ModelGenerationError.self) {
      try models.write(to: place, replacing: true)
    }
    #expect(
      error?.message == "\(place.path)/Work.swift is a folder, not a file; nothing was written.")
    #expect(try names() == ["Work.swift"])
  }
}
