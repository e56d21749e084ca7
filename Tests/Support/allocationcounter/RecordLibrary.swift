import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver

/// The store with records that measurements use.
final class RecordLibrary {
  /// The number of albums and listeners, which is the maximum count of a measurement.
  static let size = 2_000
  static let tracksPerAlbum = 3
  static let letterCount = 100_000

  let container: ModelContainer
  private let file: URL

  /// Creates the store in a folder.
  init(_ folder: URL) throws {
    file = folder.appendingPathComponent("records.store")
    var configuration = ModelConfiguration(url: file)
    configuration.tracksHistory = false
    container = try ModelContainer(
      for: Album.self, Track.self, Listener.self, Letter.self, configurations: configuration)
    let context = ModelContext(container)
    for number in 0..<Self.size {
      let album = Album(number: number)
      for place in 0..<Self.tracksPerAlbum {
        let track = Track(number: number * Self.tracksPerAlbum + place)
        context.insert(track)
        track.album = album
      }
      context.insert(album)
      context.insert(Listener(number: number))
    }
    try context.save()
  }

  func context() -> ModelContext { ModelContext(container) }

  /// The first `count` models of a type.
  func first<Model: PersistentModel>(
    _ count: Int, _ type: Model.Type = Model.self
  ) -> FetchDescriptor<Model> {
    var descriptor = FetchDescriptor<Model>()
    descriptor.fetchLimit = count
    return descriptor
  }

  /// Writes letters that together exceed the page cache of a connection.
  func writeLetters() throws {
    let connection = try SQLiteConnection(path: file.path, mode: .readWrite)
    try connection.execute(
      """
      INSERT INTO ZLETTER (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZTEXT)
      WITH RECURSIVE N(I) AS (SELECT 1 UNION ALL SELECT I + 1 FROM N WHERE I < \(Self.letterCount))
      SELECT I, (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Letter'), 1, I,
        printf('%.*c', 1000, 'x') FROM N
      """)
  }
}
