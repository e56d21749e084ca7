import Foundation
import SwiftDataErrors
import Testing

@testable import RecordStore

@Suite("Open folders")
struct OpenFolderTests {
  /// Names outside the folder.
  ///
  /// Swift treats a slash with a combining accent as another character; the system treats it as a
  /// slash.
  private static let others = [
    "", ".", "..", "/etc", "../other", "inner/file", "inner/\u{301}file", "../\u{301}other",
    "file\0x",
  ]

  @Test(arguments: others) func namesOfOtherPlacesAreRefused(_ name: String) throws {
    let parent = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let inner = parent.appendingPathComponent("folder/inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: parent) }
    let places = [
      "other", "\u{301}other", "folder/file", "folder/inner/file", "folder/inner/\u{301}file",
    ]
    for place in places {
      try Data("kept".utf8).write(to: parent.appendingPathComponent(place))
    }
    let folder = try #require(try OpenFolder.open(["folder"], in: parent.path))
    #expect(throws: SwiftDataError.valueCannotBeRead) { try folder.contents(of: name) }
    #expect(folder.handle(of: name) == nil)
    let permissions = FileSystem.permissions(of: inner.path)
    #expect(throws: SwiftDataError.valueCannotBeStored) {
      try folder.write(Data(), to: name, permissions)
    }
    #expect(throws: SwiftDataError.valueCannotBeStored) {
      try folder.append(Data(), to: name, permissions)
    }
    #expect(throws: SwiftDataError.valueCannotBeRead) {
      try OpenFolder.open(["folder", name], in: parent.path)
    }
    for place in places {
      #expect(try Data(contentsOf: parent.appendingPathComponent(place)) == Data("kept".utf8))
    }
    #expect(try folder.names().sorted() == ["file", "inner"])
    #expect(try folder.contents(of: "file") == Data("kept".utf8))
  }
}
