import CoreDataFormat
import DataSchema
import Foundation
import PostgresTesting
import RandomSchemas
import RandomTesting
import RecordStore
import SQLCore
import SQLiteDriver
import SampleStores
import StoreTool
import SwiftDataErrors
import Testing

/// Stores of random models and stores of Apple's frameworks are copied to a server and back without
/// changes.
@Suite(
  "Random copies", .enabled(if: CopyPlace.isAvailable, CopyPlace.reason), .timeLimit(.minutes(20)))
struct RandomCopyTests {
  private let place: CopyPlace

  init() throws { place = try CopyPlace() }

  /// A store of a random model with random rows; nil if the model has no layout.
  private func randomFile(_ seed: UInt64) throws -> String? {
    var dice = Dice(seed: seed)
    var generator = SchemaGenerator(dice: dice)
    let model = generator.model()
    dice = generator.dice
    guard let layout = try? CoreDataLayout(model: model) else { return nil }
    let picture = PictureGenerator.picture(of: model, seed: dice.seed(), rowLimit: 12)
    let path = place.path("random-\(seed).store")
    let location = StoreLocation(StoreOptions(name: "random", path: path))
    let connection = try location.connect(writable: true)
    try PictureWriter(picture, layout).write(to: connection, slack: 0, dice: &dice)
    let metadata = StoreMetadata(model: model, storeUUID: UUID())
    let row = try metadata.writeStatement()
    try connection.run(row.text, row.values)
    try StoredModel.archive(model, on: connection)
    return path
  }

  @Test func randomStoresSurviveACopyAndBack() throws {
    var (copied, refused) = (0, 0)
    for number in 0..<TestRun.count(200, atLeast: 20) {
      let seed = TestRun.seed(UInt64(number))
      guard let file = try randomFile(seed) else { continue }
      let (address, back) = (try place.address(), place.path("back-\(seed).store"))
      let there = CopyRun("copy", file, address)
      if there.status == .different {
        #expect(there.messages.hasSuffix("Nothing was copied.\n"))
        refused += 1
        continue
      }
      guard there.status == .good else {
        Issue.record("seed \(seed): \(there.messages)")
        continue
      }
      let again = CopyRun("copy", address, back)
      #expect(again.status == .good, "seed \(seed): \(again.messages)")
      #expect(again.output == there.output, "seed \(seed)")
      copied += 1
      guard !there.messages.contains("microsecond") else { continue }
      let difference = CopyRun("diff", file, back, "--contents")
      #expect(difference.status == .good, "seed \(seed): \(difference.output)")
    }
    print(
      "\(copied) stores of random models went to a PostgreSQL and back, \(refused) were refused")
    #expect(copied > 5)
  }

  @Test(.enabled(if: SampleStores.isPresent, SampleStores.reason))
  func applesStoresSurviveACopyAndBack() throws {
    var counts: [String: Int] = [:]
    for name in SampleStores.files {
      let file = try SampleStores.copy(name, to: place.url).path
      let (address, back) = (try place.address(), place.path("back of \(counts.count)-\(UUID())"))
      let there = CopyRun("copy", file, address)
      guard there.status == .good else {
        // Files without enough information, or with values that no column can store, report an
        // error.
        #expect(there.messages.split(separator: "\n").count > 1, "\(name)")
        counts["not copied: status \(there.status.rawValue)", default: 0] += 1
        continue
      }
      let again = CopyRun("copy", address, back)
      #expect(again.status == .good, "\(name): \(again.messages)")
      #expect(again.output == there.output, "\(name): \(again.messages)")
      counts["copied", default: 0] += 1
      guard !there.messages.contains("microsecond") else { continue }
      let difference = CopyRun("diff", file, back, "--contents")
      #expect(difference.status == .good, "\(name): \(difference.output)")
      counts["copied and equal to the last digit", default: 0] += 1
    }
    print(
      counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))
    #expect((counts["copied"] ?? 0) > 0)
  }
}
