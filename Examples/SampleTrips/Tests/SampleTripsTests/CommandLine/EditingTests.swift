import ExampleSupport
import ExampleTestSupport
import Foundation
import Testing

@testable import trips

@Suite("Editing and viewing")
struct EditingTests {
  private func run(
    _ store: ExampleStore, _ body: (ProgramRunner) async throws -> Void
  ) async throws {
    try await withProgram(Trips.program, on: store) { program async throws in
      _ = await program("add", "Winter", "Oslo", "2026-01-31", "2026-02-02")
      _ = await program("add-item", "Winter", "Ski", "--details", "early")
      _ = await program("add-item", "Winter", "Sauna")
      try await body(program)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func everythingOfATripIsChanged(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      _ = await program("add", "Summer", "Rome", "2026-07-01", "2026-07-02")
      let edited: TripRecord = try await program(
        "edit", "winter", "--name", " Snow ", "--destination", "Tromsø", "--start", "2026-01-01",
        "--end", "2026-01-09", "--json"
      ).decoded()
      #expect([edited.name, edited.destination] == ["Snow", "Tromsø"])
      #expect([edited.start, edited.end] == ["2026-01-01", "2026-01-09"])
      #expect(await program("edit", "Snow", "--name", "SUMMER").code == .exists)
      #expect(await program("edit", "Snow", "--end", "2025-12-31").code == .refused)
      #expect(await program("edit", "Snow", "--name", " ").code == .refused)
      #expect(await program("edit", "Snow").code == .usage)
      let list: [TripRecord] = try await program("list", "snow", "--json").decoded()
      #expect(list == [edited])
      #expect(await program("edit", "snow", "--name", "SNOW").code == .success)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func itemsAreTickedChangedAndDeleted(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      #expect(await program("tick", "Winter", "ski").output == "☑ Ski\n")
      let edited: TripRecord = try await program(
        "edit-item", "Winter", "Sauna", "--title", "Big sauna", "--details", "at six",
        "--reservation",
        "yes", "--json"
      ).decoded()
      #expect(edited.bucketList.map(\.title) == ["Ski", "Big sauna"])
      #expect(edited.bucketList.map(\.isInPlan) == [true, false])
      #expect(edited.bucketList.map(\.hasReservation) == [false, true])
      #expect(edited.bucketList.map(\.details) == ["early", "at six"])
      #expect(await program("tick", "Winter", "Ski", "--off").output == "☐ Ski\n")
      let cleared: TripRecord = try await program(
        "edit-item", "Winter", edited.bucketList[1].id, "--clear", "details", "--reservation", "no",
        "--json"
      ).decoded()
      #expect(cleared.bucketList.map(\.details) == ["early", ""])
      #expect(!cleared.bucketList[1].hasReservation)
      #expect(await program("delete-item", "Winter", "Ski").code == .success)
      #expect(await program("delete-item", "Winter", "Ski").code == .notFound)
      let list: [TripRecord] = try await program("list", "--json").decoded()
      #expect(list.first?.bucketList.map(\.title) == ["Big sauna"])
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func accommodationIsChangedAndRemoved(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      #expect(await program("edit-stay", "Winter", "--remove").code == .notFound)
      _ = await program("stay", "Winter", "Hut", "1 Road")
      let edited: TripRecord = try await program(
        "edit-stay", "Winter", "--address", "2 Road", "--json"
      ).decoded()
      #expect(edited.accommodation == .init(place: "Hut", address: "2 Road"))
      #expect(await program("edit-stay", "Winter").code == .usage)
      let removed: TripRecord = try await program(
        "edit-stay", "Winter", "--remove", "--json"
      ).decoded()
      #expect(removed.accommodation == nil)
      let list: [TripRecord] = try await program("list", "--json").decoded()
      #expect(list.first?.accommodation == nil)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func viewsAreCountedWhileTheProgramRuns(_ store: ExampleStore) async throws {
    try await run(store) { program async throws in
      _ = await program("add", "Summer", "Rome", "2026-07-01", "2026-07-02")
      for _ in 0..<2 {
        let shown: [ShowCommand.Result] = try await program(
          "show", "Winter", "Summer", "winter", "p1", "--json"
        ).decoded()
        #expect(shown.map(\.views) == [1, 1, 2, 3])
      }
      #expect(await program("show", "Winter").output.hasSuffix("\n  viewed once\n"))
    }
  }

  @Test func migrationListsMergedAndRenumberedTrips() async throws {
    for command in [["migrate"], ["list"]] {
      try await withProgram(Trips.program) { program async throws in
        _ = await program("make-v1", "--trips", "12")
        let migrated = await program.run(command + ["--store", program.storePath])
        #expect(migrated.code == .success)
        let notes = migrated.messages.split(separator: "\n")
        let merged = notes.filter { $0.contains("entries of “") }
        let renumbered = notes.filter { $0.contains("Another trip is called “") }
        #expect(merged.count + renumbered.count == 3, "\(migrated.messages)")
        #expect(renumbered.allSatisfy { $0.hasSuffix(" (2)”.") })
        let list: [TripRecord] = try await program("list", "--json").decoded()
        #expect(list.count { $0.name.hasSuffix(" (2)") } == renumbered.count)
        #expect(list.count == 12 - merged.count)
        #expect(await program("list").messages.isEmpty)
      }
    }
  }

  @Test func longListOfMergedTripsIsInAFile() async throws {
    try await withProgram(Trips.program) { program async throws in
      _ = await program("make-v1", "--trips", "240")
      let migrated = await program("migrate")
      let path = program.storePath + ".duplicates.txt"
      #expect(migrated.messages.contains("trips are listed in \(path)."))
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 60)
      #expect(migrated.messages.contains(lines[0]))
    }
  }
}
