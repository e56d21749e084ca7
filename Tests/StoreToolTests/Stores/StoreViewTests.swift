import Foundation
import SQLiteDriver
import StoreTool
import Testing

@Suite("Files in folders that may not be written")
struct StoreViewTests {
  @Test func storesWithALogAreCopied() throws {
    let folder = try TestFolder()
    let original = try LibraryStore.make(folder)
    #expect(try SQLiteStoreView(original).path == original)
    let writer = try SQLiteConnection(path: original, mode: .readWrite)
    try writer.execute("UPDATE ZTAG SET ZLABEL = 'newer' WHERE Z_PK = 1")
    let place = folder.url.appendingPathComponent("medium")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let path = place.appendingPathComponent("library.store").path
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: original + suffix, toPath: path + suffix)
    }
    try FileManager.default.copyItem(
      atPath: folder.path(".library_SUPPORT"),
      toPath: place.appendingPathComponent(".library_SUPPORT").path)
    var view: SQLiteStoreView? = try SQLiteStoreView(path, folderIsWritable: false)
    let copy = try #require(view?.path)
    #expect(copy != path)
    let run = ToolRun("query", copy, "Tag", "--columns", "label", "--format", "csv")
    #expect(run.output == "label\r\nnewer\r\nnew\r\n")
    #expect(ToolRun("check", copy).status == .good)
    view = nil
    #expect(!FileManager.default.fileExists(atPath: copy))
    #expect(FileManager.default.fileExists(atPath: path))
  }
}
