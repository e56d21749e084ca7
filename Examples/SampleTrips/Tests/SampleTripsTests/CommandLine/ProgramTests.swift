import ExampleSupport
import ExampleTestSupport
import Foundation
import SampleTripsCore
import Testing

@testable import trips

@Suite("Program")
struct ProgramTests {
  private func run(
    _ store: ExampleStore = .file, _ body: (ProgramRunner) async throws -> Void
  ) async throws {
    try await withProgram(Trips.program, on: store, body)
  }

  private func records(_ outcome: ProgramRunner.Outcome) throws -> [TripRecord] {
    try outcome.decoded()
  }

  @Test(arguments: ExampleStore.allCases)
  func addedTripsAreListedFoundAndDeleted(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      _ = await program("add", "北海道の旅", "札幌", "2026-05-01", "2026-05-09")
      _ = await program("add", "Winter", "Tromsø", "2026-01-31", "2026-02-02")
      _ = await program("add-item", "北海道", "Ramen", "--details", "at noon", "--reserved")
      _ = await program("add-item", "北海道の旅", "Lavender", "--planned")
      _ = await program("stay", "winter", "Cabin", "2 Fjord Road")
      _ = await program("stay", "winter", "Hut", "1 Fjord Road")
      #expect(
        await program("list").output == """
          p2  Winter  2026-01-31 to 2026-02-02  Tromsø
            stay at Hut, 1 Fjord Road
          p1  北海道の旅  2026-05-01 to 2026-05-09  札幌
            ☐ Ramen (reserved)  at noon
            ☑ Lavender

          """)
      let found = try records(await program("list", "TROMSØ", "--json"))
      #expect(found.map(\.name) == ["Winter"])
      #expect(found.first?.accommodation?.place == "Hut")
      #expect(await program("delete", "winter").output == "Deleted “Winter”.\n")
      #expect(try records(await program("list", "--json")).map(\.destination) == ["札幌"])
    }
  }

  @Test func storeOfVersion1IsMigrated() async throws {
    try await run { program async throws in
      let made: FirstVersionStore.Contents = try await program(
        "make-v1", "--trips", "240", "--json"
      ).decoded()
      #expect(made.trips == 240)
      #expect(made.sharedNames > 0)
      #expect(await program("report").output.contains("1.0.0"))
      let migrated = await program("migrate", "--backup")
      #expect(migrated.output == "Migrated \(program.storePath) from 1.0.0 to 3.0.0.\n")
      #expect(migrated.messages.contains("trips: migrating 1.0.0 to 2.0.0, stage 1 of 2\n"))
      #expect(migrated.messages.contains("trips: migrating 2.0.0 to 3.0.0, stage 2 of 2\n"))
      let records = try records(await program("list", "--json"))
      #expect(Set(records.map(\.name)).count == records.count)
      #expect(Set(records.map(\.name)).count > 240 - 2 * made.sharedNames)
      #expect(records.contains { $0.name.hasSuffix(" (2)") })
      #expect(await program("list").messages.isEmpty)
    }
  }

  @Test func listingMigratesAnOldStore() async throws {
    try await run { program async throws in
      _ = await program("make-v1")
      let list = await program("list", "--json")
      #expect(list.messages.contains("stage 2 of 2"))
      #expect(try records(list).filter { $0.name == "京都, January 2024" }.count == 1)
    }
  }

  @Test func existingStoreIsNotReplaced() async throws {
    try await run { program async throws in
      _ = await program("make-v1")
      let again = await program("make-v1")
      #expect(again.code == .exists)
      #expect(again.messages.contains("The store cannot be created: "))
      #expect(try records(await program("list", "--json")).count < 24)
    }
  }

  @Test(arguments: [
    ["add", "a", "b", "2026-02-30", "2026-03-01"], ["add", "a", "b", "2026-01-01", "soon"],
    ["add", "a"], ["add-item", "a"], ["stay", "a", "b"], ["delete"], ["list", "a", "b"],
    ["make-v1", "--trips", "0"], ["make-v1", "--trips", "many"], ["report", "x"],
    ["migrate", "x"], ["list", "--backup"],
  ])
  func invalidArgumentsAreRefused(_ arguments: [String]) async throws {
    try await run { program async throws in
      let outcome = await program.run(arguments + ["--store", program.storePath])
      #expect(outcome.code == .usage)
      #expect(outcome.output.isEmpty)
      #expect(outcome.messages.contains("\nTry: trips help \(arguments[0])"))
      #expect(!FileManager.default.fileExists(atPath: program.storePath))
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func invalidUnknownAndDuplicateTripsAreRefused(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      _ = await program("add", "One", "x", "2026-01-01", "2026-01-02")
      _ = await program("add", "One more", "x", "2026-01-01", "2026-01-02")
      let taken = await program("add", "One", "y", "2026-01-01", "2026-01-02")
      #expect(taken.code == .exists)
      #expect(taken.messages.contains("Another trip already has the name “One”"))
      #expect(await program("add", " ", "y", "2026-01-01", "2026-01-02").code == .refused)
      #expect(await program("add", "Two", "y", "2026-01-02", "2026-01-01").code == .refused)
      #expect(await program("delete", "nothing").code == .notFound)
      let either = await program("delete", "n")
      #expect(either.code == .notFound)
      #expect(either.messages.contains("“n” matches 2 trips."))
      #expect(await program("add", " ONE ", "y", "2026-01-01", "2026-01-02").code == .exists)
      #expect(await program("delete", "One").code == .success)
      #expect(try records(await program("list", "--json")).map(\.name) == ["One more"])
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func controlCharactersInNamesAreNotPrinted(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      let name = "red \u{1B}[31m alert\u{7}"
      let outcomes = [
        await program("add", name, name, "2026-01-01", "2026-01-02"),
        await program("add-item", "red", name, "--details", name),
        await program("stay", "red", name, name), await program("list"),
        await program("delete", name + name), await program("delete", "red"),
      ]
      for outcome in outcomes {
        #expect(!(outcome.output + outcome.messages).contains("\u{1B}"))
        #expect(!(outcome.output + outcome.messages).contains("\u{7}"))
      }
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func commandsAcceptNamesAndIdentifiers(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      for number in 1...12 {
        _ = await program("add", "Trip no. \(number)", "x", "2026-01-01", "2026-01-02")
      }
      let ids = try records(await program("list", "--json")).reduce(into: [:]) {
        $0[$1.name] = $1.id
      }
      #expect(Set(ids.values).count == 12)
      for (name, id) in ids {
        let stay: TripRecord = try await program("stay", id, "Hut", name, "--json").decoded()
        #expect(stay.name == name)
        #expect(stay.id == id)
        let item: TripRecord = try await program("add-item", name, "read", "--json").decoded()
        #expect(item.id == id)
      }
      #expect(await program("delete", try #require(ids["Trip no. 2"])).code == .success)
      #expect(await program("delete", "NO. 12").code == .success)
      #expect(try records(await program("list", "--json")).count == 10)
    }
  }
}
