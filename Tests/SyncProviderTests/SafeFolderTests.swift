import Foundation
import SafeFolders
import Testing

@Suite("Safe folders")
struct SafeFolderTests {
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
    let folder = try #require(try SafeFolder.open(["folder"], in: parent.path))
    #expect(throws: SafeFolderError.self) { try folder.contents(of: name) }
    #expect(throws: SafeFolderError.self) { try folder.replace(name, with: Data()) }
    #expect(throws: SafeFolderError.self) { try folder.delete(name) }
    #expect(throws: SafeFolderError.self) { try folder.make(name) }
    #expect(throws: SafeFolderError.self) {
      try SafeFolder.open(["folder", name], in: parent.path)
    }
    for place in places {
      #expect(try Data(contentsOf: parent.appendingPathComponent(place)) == Data("kept".utf8))
    }
    #expect(try folder.names().sorted() == ["file", "inner"])
    #expect(try folder.names().sorted() == ["file", "inner"], "Names can be read again.")
    #expect(try folder.contents(of: "file") == Data("kept".utf8))
  }

  @Test func onlyRegularFilesWithinTheLimitAreRead() throws {
    let parent = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: parent) }
    let folder = try #require(try SafeFolder.open([], in: parent.path))
    #expect(try folder.contents(of: "file") == nil)
    try folder.replace("file", with: Data("old".utf8))
    try folder.replace("file", with: Data("newer".utf8))
    #expect(try folder.names() == ["file"])
    #expect(try folder.contents(of: "file", limit: 5) == Data("newer".utf8))
    _ = try folder.make("inner").make("folder")
    #expect(mkfifo(parent.appendingPathComponent("pipe").path, 0o600) == 0)
    let link = parent.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "file")
    for (name, code) in [
      ("file", POSIXErrorCode.EFBIG), ("inner", .EINVAL), ("pipe", .EINVAL), ("link", .ELOOP),
    ] {
      let error = #expect(throws: SafeFolderError.self) { try folder.contents(of: name, limit: 4) }
      #expect(error?.code == code, "\(name)")
      #expect(error?.localizedDescription.hasPrefix("\(parent.path)/\(name) ") == true)
    }
    try folder.delete("link")
    try folder.delete("link")
    #expect(try folder.names().sorted() == ["file", "inner", "pipe"])
  }
}
