import ExampleSupport
import ExampleTestSupport
import Foundation
import Testing

@testable import readitlater

@Suite("Program")
struct ProgramTests {
  /// The message of the design, and what to do.
  private static let inboxFull = """
    readitlater: Inboxが上限に達しています。既存のアイテムを整理してください。
    Inboxに入るのは50件までです。 移動するには: readitlater move BOOKMARK bookmark|archive

    """

  @Test(arguments: ExampleStore.allCases)
  func addedBookmarksAreListed(_ store: ExampleStore) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      let added = await program("add", "https://swift.org", "Swift.org")
      #expect(added.code == .success)
      #expect(added.output.hasPrefix("Added "))
      let list = await program("list", "inbox")
      #expect(list.output.contains("Swift.org"))
      #expect(list.output.hasPrefix("Inbox (1)\n"))
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func knownAddressIsRefused(_ store: ExampleStore) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      _ = await program("add", "https://swift.org")
      let again = await program("add", "https://SWIFT.org/")
      #expect(again.code == .exists)
      #expect(again.messages.contains("is already in Inbox, as "))
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func bookmarkIsMovedByAPrefixOfItsIdentifier(_ store: ExampleStore) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      _ = await program("add", "https://swift.org", "Swift")
      let records = try self.records(await program("list", "inbox", "--json"))
      let moved = await program("move", String(records[0].id.prefix(6)).uppercased(), "archive")
      #expect(moved.output == "Moved “Swift” from Inbox to Archive.\n")
      #expect(
        try self.records(await program("list", "archive", "--json")).map(\.id) == [records[0].id])
      #expect(try self.records(await program("list", "inbox", "--json")).isEmpty)

      let again = await program("move", records[0].id, "archive")
      #expect(again.code == .success)
      #expect(again.output == "“Swift” is already in Archive.\n")
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func commandsAcceptTitlesAndAddresses(_ store: ExampleStore) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      _ = await program("add", "https://swift.org", "Swift")
      _ = await program("add", "https://swift.org/blog", "Swift: the blog")
      _ = await program("add", "https://sqlite.org", "Database")
      let ids = Dictionary(
        try self.records(await program("list", "inbox", "--json")).map { ($0.url, $0.id) }
      ) { $1 }
      for (name, url) in [
        ("Swift", "https://swift.org"), ("swift", "https://swift.org"),
        ("HTTPS://SWIFT.org/", "https://swift.org"), ("the blog", "https://swift.org/blog"),
        ("sqlite", "https://sqlite.org"),
      ] {
        for status in ["archive", "inbox"] {
          let moved: BookmarkRecord = try await program("move", name, status, "--json").decoded()
          #expect(moved.id == ids[url], "\(name)")
        }
      }
      #expect(await program("delete", "Database").output == "Deleted “Database”.\n")
      let left = try self.records(await program("list", "inbox", "--json"))
      #expect(Set(left.map(\.title)) == ["Swift", "Swift: the blog"])
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func unknownAndAmbiguousNamesAreRefused(_ store: ExampleStore) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      let path = try program.file(
        "urls.txt", (0..<7).map { "https://example.com/\($0) Page" }.joined(separator: "\n"))
      _ = await program("import", path)
      let ids = try self.records(await program("list", "inbox", "--json")).map(\.id)
      for command in [["move", "page", "archive"], ["delete", "example.com"]] {
        let outcome = await program.run(command + ["--store", program.storePath])
        #expect(outcome.code == .notFound)
        #expect(outcome.output.isEmpty)
        #expect(ids.filter { outcome.messages.contains($0) }.count == 5)
        #expect(outcome.messages.contains("  … and 2 more\n"))
      }
      let unknown = await program("move", "zzzz", "archive")
      #expect(unknown.code == .notFound)
      #expect(unknown.messages.contains("There is no bookmark “zzzz”."))
      #expect(try self.records(await program("list", "inbox", "--json")).count == 7)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func importStopsWhenTheInboxIsFull(_ store: ExampleStore) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      let path = try program.file(
        "urls.txt", (0..<60).map { "https://example.com/\($0)" }.joined(separator: "\n"))
      let first = await program("import", path)
      #expect(first.code == .refused)
      #expect(first.output == "Added 50 to Inbox, left out 10.\n")
      #expect(first.messages == Self.inboxFull)

      let add = await program("add", "https://swift.org")
      #expect(add.code == .refused)
      #expect(add.messages == Self.inboxFull)

      let rest = await program("import", path, "--to", "archive")
      #expect(rest.code == .success)
      #expect(rest.output == "Added 10 to Archive, skipped 50 already stored.\n")
      let record = try #require(try self.records(await program("list", "archive", "--json")).first)
      let back = await program("move", record.id, "inbox")
      #expect(back.code == .refused)

      let stats = await program("stats")
      #expect(
        stats.output == """
          Inbox      50 of 50, room for 0 (warning from 40)
          Bookmarks   0
          Archive    10

          """)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func browserExportIsImported(_ store: ExampleStore) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      let path = try program.file(
        "bookmarks.html",
        """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <DL><p><DT><H3>Folder</H3>
        <DL><p><DT><A HREF="https://example.com/1" ADD_DATE="1000000000">一番目</A>
        <DT><A HREF="javascript:alert(1)">Not a page</A></DL><p></DL><p>
        """)
      let outcome = await program("import", path, "--json")
      #expect(outcome.code == .success)
      #expect(outcome.messages.contains("\(path):4: skipped “javascript:alert(1)”"))
      let records = try self.records(await program("list", "inbox", "--json"))
      #expect(records.map(\.title) == ["一番目"])
      #expect(records.map(\.createdAt) == [Date(timeIntervalSince1970: 1_000_000_000)])
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func searchFindsTitlesAndAddresses(_ store: ExampleStore) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      _ = await program("add", "https://example.com/1", "Über SQLite")
      _ = await program("add", "https://sqlite.org/", "Home")
      _ = await program("add", "https://swift.org/", "Swift")
      let found = try self.records(await program("search", "SQLITE", "--json"))
      #expect(Set(found.map(\.url)) == ["https://example.com/1", "https://sqlite.org/"])
      let both = try self.records(await program("search", "example", "lite", "--json"))
      #expect(both.map(\.url) == ["https://example.com/1"])
      let none = await program("search", "no", "such", "text")
      #expect(none.code == .success)
      #expect(none.output == "No bookmark matches “no such text”.\n")
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func newestBookmarksAreListedFirst(_ store: ExampleStore) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      let path = try program.file(
        "b.html",
        """
        <A HREF="https://e.org/old" ADD_DATE="1000">o</A>
        <A HREF="https://e.org/new" ADD_DATE="3000">n</A>
        <A HREF="https://e.org/mid" ADD_DATE="2000">m</A>
        """)
      _ = await program("import", path)
      let records = try self.records(await program("list", "inbox", "--json"))
      #expect(records.map(\.title) == ["n", "m", "o"])
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func controlCharactersInTitlesAreNotPrinted(_ store: ExampleStore) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      _ = await program("add", "https://example.com", "red \u{1B}[31m alert\u{7}")
      let list = await program("list", "inbox")
      #expect(!list.output.contains("\u{1B}"))
      #expect(!list.output.contains("\u{7}"))
    }
  }

  private func records(_ outcome: ProgramRunner.Outcome) throws -> [BookmarkRecord] {
    try outcome.decoded()
  }
}
