import Foundation
import MinecraftSpotsCore
import SwiftData
import Synchronization
import Testing

@Suite("Reading of pictures")
struct PictureReadingTests {
  private let store: SpotStore
  private let world: World

  init() async throws {
    store = try SpotStore(.file)
    world = try await store.worlds.add(name: "A", seed: nil)
    for number in 0..<5 {
      _ = try await store.items.add(
        name: "\(number)", at: Coordinates(x: number, y: 64, z: 0), world: world,
        imageData: pngData(count: 150_000))
    }
  }

  /// The statements that the store executes in `body`, with the columns that each selects.
  private func statements(in body: () async throws -> Void) async throws -> [(String, Substring)] {
    let texts = Mutex<[String]>([])
    let observation = store.container.observeStatements { event in
      texts.withLock { $0.append(event.sql) }
    }
    try await body()
    observation.cancel()
    return texts.withLock { $0 }.map { text in
      (text, text.range(of: " FROM ").map { text[..<$0.lowerBound] } ?? "")
    }
  }

  @Test func listsDoNotReadPictures() async throws {
    let statements = try await statements {
      let items = try await store.items.items()
      #expect(items.compactMap(\.spotImageName).count == 5)
      let entries = try await store.worlds.entries()
      #expect(entries.map(\.itemCount) == [5])
    }
    #expect(statements.filter { $0.0.hasPrefix("SELECT") }.count <= 5, "\(statements)")
    let list = try #require(statements.first { $0.0.contains("ORDER BY ZCREATEDAT") })
    #expect(!list.1.contains("ZSPOTIMAGEDATA"), "\(list)")
  }

  @Test func editsDoNotWriteUnchangedPictures() async throws {
    var item = try #require(try await store.items.items().first)
    item.comment = "edited"
    let edited = item
    let statements = try await statements { _ = try await store.items.edit(edited) }
    let update = try #require(statements.first { $0.0.hasPrefix("UPDATE ZITEMMODEL") })
    #expect(update.0.contains("ZCOMMENT"), "\(update)")
    #expect(!update.0.contains("ZSPOTIMAGEDATA"), "\(update)")
    #expect(try await store.items.image(of: item.id) == pngData(count: 150_000))
  }
}
