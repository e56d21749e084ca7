import ExampleSupport
import ExampleTestSupport
import Foundation
import Testing

@testable import readitlater

@Suite("Inbox and tabs")
struct InboxTests {
  private func fill(_ count: Int, _ program: ProgramRunner) async throws {
    let lines = (0..<count).map { "https://full.example/\($0)" }.joined(separator: "\n")
    _ = await program("import", try program.file("full.txt", lines))
  }

  @Test(arguments: ExampleStore.allCases)
  func warningBeginsAtFourFifthsOfTheLimit(_ store: ExampleStore) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      #expect(!(await program("stats").output.contains("warning")))
      try await fill(38, program)
      #expect(await program("add", "https://e.org/39").messages.isEmpty)
      let warning = "warning: The inbox holds 40 of 50 bookmarks."
      #expect(await program("add", "https://e.org/40").messages.contains(warning))
      #expect(await program("move", "e.org/40", "archive").messages.isEmpty)
      #expect(await program("move", "e.org/40", "inbox").messages.contains(warning))
      #expect(await program("stats").output.contains("(warning from 40)"))
      let more = try program.file("more.txt", "https://e.org/41\n")
      #expect(await program("import", more).messages.contains("holds 41 of 50"))
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func eachTabHasItsOrder(_ store: ExampleStore) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      let links = ["b", "a", "c"].enumerated().map { index, title in
        "<A HREF=\"https://e.org/\(title)\" ADD_DATE=\"\(1_000 + index)\">\(title)</A>"
      }
      _ = await program("import", try program.file("b.html", links.joined(separator: "\n")))
      func titles(_ status: String) async throws -> [String] {
        let records: [BookmarkRecord] = try await program("list", status, "--json").decoded()
        return records.map(\.title)
      }
      #expect(try await titles("inbox") == ["c", "a", "b"])
      for title in ["a", "c", "b"] { _ = await program("move", "e.org/\(title)", "archive") }
      #expect(try await titles("archive") == ["b", "c", "a"])
      for title in ["a", "c", "b"] { _ = await program("move", "e.org/\(title)", "bookmark") }
      #expect(try await titles("bookmark") == ["a", "b", "c"])
    }
  }

  @Test func errorsOfTheShareSheetAreJapaneseThroughout() async throws {
    try await withProgram(ReadItLater.program) { program in
      func messages(_ arguments: String...) async -> (ExitCode, [Substring]) {
        let outcome = await program.run(["share"] + arguments)
        #expect(outcome.output.isEmpty)
        return (outcome.code, outcome.messages.split(separator: "\n"))
      }
      let store = ["--store", program.storePath]
      let noURL = await messages("こんにちは", store[0], store[1])
      #expect(noURL.0 == .refused)
      #expect(
        noURL.1 == [
          "readitlater: URLが見つかりませんでした", "http:// または https:// で始まるURLを共有してください。",
        ])
      let noHost = await messages("https:///", store[0], store[1])
      #expect(noHost.1.first == "readitlater: ブックマークの作成に失敗しました: 「https:///」はWebアドレスではありません。")
      let noStore = await messages("https://e.org", "--store", "/")
      #expect(noStore.0 == .failure)
      #expect(
        noStore.1 == [
          "readitlater: データベースの初期化に失敗しました", "データベースの状態を調べるには: readitlater report",
        ])
      try await fill(50, program)
      let full = await messages("https://e.org", store[0], store[1])
      #expect(full.1.first == "readitlater: Inboxが上限に達しています。既存のアイテムを整理してください。")
      #expect(full.1.last?.hasPrefix("Inboxに入るのは50件までです。") == true)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func sharedTextIsSavedWithItsTitle(_ store: ExampleStore) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      let shared = await program("share", "面白い記事 https://e.org/a?b=1。ぜひ\n読んで")
      #expect(shared.output == "Inboxに保存しました。\n")
      let records: [BookmarkRecord] = try await program("list", "inbox", "--json").decoded()
      #expect(records.map(\.url) == ["https://e.org/a?b=1"])
      #expect(records.map(\.title) == ["面白い記事 。ぜひ 読んで"])
      let again = await program("share", "Look: https://e.org/a?b=1.")
      #expect(again.code == .exists)
      #expect(again.messages.contains("はすでにInboxに保存されています。"))
    }
  }
}
