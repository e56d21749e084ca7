import ExampleSupport
import ExampleTestSupport
import Foundation
import Testing

@testable import readitlater

@Suite("Import of what is no export", .timeLimit(.minutes(20)))
struct OddImportTests {
  @Test(arguments: [
    (OddFile.missing, "There is no file"), (.folder, "is a folder"), (.pipe, "is a pipe"),
    (.device, "is a device"), (.empty, "is empty"), (.binary, "is not text"),
    (.unreadable, "could not be read"),
  ])
  func unusableFilesAreDescribed(_ kind: OddFile, _ what: String) async throws {
    try await withTemporaryFolder { folder async throws in
      let program = ProgramRunner(ReadItLater.program, folder: folder)
      let path = try kind.make(in: folder)
      for option in [[], ["--partial"], ["--to", "archive"]] {
        let outcome = await program.run(["import", path, "--store", program.storePath] + option)
        #expect(outcome.code == .failure)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.contains(what))
        #expect(outcome.messages.contains(path))
        #expect(outcome.messages.contains("a bookmark export (HTML) or a text file"))
      }
      #expect(!FileManager.default.fileExists(atPath: program.storePath))
    }
  }

  @Test func fileThatIsCutOffIsNotImported() async throws {
    try await withProgram(ReadItLater.program) { program async throws in
      let path = try program.file(
        "cut.html", "<DL><p>\n<DT><A HREF=\"https://e.org/1\">1</A>\n<DT><A HREF=\"https://e.o")
      let refused = await program("import", path)
      #expect(refused.code == .failure)
      #expect(refused.output.isEmpty)
      #expect(refused.messages.contains("is truncated: it ends in the middle of a tag."))
      #expect(refused.messages.contains("--partial"))
      #expect(!FileManager.default.fileExists(atPath: program.storePath))
      let partial = await program("import", path, "--partial")
      #expect(partial.code == .success)
      #expect(partial.output.contains("Added 2 to Inbox"))
    }
  }

  @Test func textWithoutWebAddressesIsNotImported() async throws {
    try await withProgram(ReadItLater.program) { program async throws in
      let path = try program.file("letter.txt", "Dear reader,\nhello.\nftp://e.org\n")
      let refused = await program("import", path)
      #expect(refused.code == .failure)
      #expect(refused.messages.contains("does not contain any web addresses"))
      #expect(!FileManager.default.fileExists(atPath: program.storePath))
    }
  }

  @Test func valuesThatBookmarksDoNotHoldAreReported() async throws {
    try await withProgram(ReadItLater.program) { program async throws in
      let path = try program.file(
        "pocket.csv",
        """
        title,url,time_added,tags,status
        Swift,https://swift.org,1700000000,,unread
        "A, B",https://example.org/ab,1700000001,x|y,archive
        C,ftp://example.org,1700000002,,unread

        """)
      let outcome = await program("import", path)
      #expect(outcome.code == .success)
      #expect(
        outcome.output == "Added 1 to Inbox, 1 to Archive, skipped 1 without a web address.\n")
      #expect(
        outcome.messages.contains("left out “tags” of 1 link: bookmarks have no property for it"))
      #expect(outcome.messages.contains("pocket.csv:4: skipped “ftp://example.org”"))
      let archived: [BookmarkRecord] = try await program("list", "archive", "--json").decoded()
      #expect(archived.map(\.title) == ["A, B"])
      let again = await program("import", path, "--to", "bookmark")
      #expect(again.output.contains("Added 0 to Bookmarks, skipped 2 already stored"))
    }
  }
}
