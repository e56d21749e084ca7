import ExampleTestSupport
import Foundation
import StoreFixtures
import SwiftData
import Testing

@testable import AppcadiaCore

@Suite("Earlier versions")
struct EarlierVersionTests {
  private func withContext(
    of version: Int, _ body: (ModelContext) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      let name = AppcadiaContents.versions[version].name
      let url = try StoreFixtures.copy(of: "Appcadia", version: name, to: folder)
      try body(ModelContext(.appcadia(ModelConfiguration(url: url))))
    }
  }

  /// Opens a store of the first version, as the app created it.
  @Test func starterTrainersOfOldStoresGetRewards() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("a.store")
      var contents = AppcadiaContents()
      contents.trainers = ["hinata-", "iwao-", "own-"].enumerated().map { number, prefix in
        .init(
          id: UUID(), name: "\(number)", type: "calm", isSelected: false, avatarImageName: "",
          voicePrefix: prefix, description: "", personality: "", createdAt: .now)
      }
      try AppcadiaContents.versions[0].make(at: url, holding: contents)
      let context = ModelContext(try .appcadia(ModelConfiguration(url: url)))
      for _ in 0..<2 {
        try StarterTrainers.install(in: context)
        let trainers = try TrainerRepository(context: context).trainers()
        let counts = Dictionary(
          uniqueKeysWithValues: trainers.map { ($0.voicePrefix, $0.rewards.count) })
        #expect(counts == ["hinata-": 4, "iwao-": 4, "own-": 0])
      }
    }
  }

  @Test(arguments: [0, 1]) func migratedSettingsReferToTheSelectedTrainer(_ version: Int) throws {
    try withContext(of: version) { context in
      let chosen = try #require(try TrainerRepository(context: context).selected())
      let settings = try SettingsRepository(context: context).settings()
      #expect(settings.selectedTrainerId == chosen.id)
      #expect(!settings.isFirstLaunch)
    }
  }
}
