import Foundation
import OpenSwiftData

/// Memory in use, in bytes.
let memory: [Measurement] = [
  Measurement("most bytes in use while 100,000 letters are enumerated") { library, _ in
    let context = library.context()
    var count = 0
    let peak = try peakBytes {
      try context.enumerate(FetchDescriptor<Letter>(), batchSize: 1_000) {
        count += $0.text.utf8.count
      }
    }
    guard count == RecordLibrary.letterCount * 1_000 else { throw MeasurementFailure() }
    return peak
  },
  Measurement("bytes held after 8,000 objects were fetched and dropped") { library, _ in
    // The pages and statements that the connection keeps must not be counted; the next context gets
    // the same connection.
    try walk(library.context())
    let context = library.context()
    _ = try context.fetch(library.first(1, Album.self))
    return try heldBytes { try walk(context) }
  },
]

/// Fetches all albums and tracks.
private func walk(_ context: ModelContext) throws {
  let tracks = try context.fetch(FetchDescriptor<Track>())
  let albums = try context.fetch(FetchDescriptor<Album>())
  var count = tracks.count
  for album in albums { count += album.tracks.count }
  guard count > 4 * RecordLibrary.size else { throw MeasurementFailure() }
}

/// A measurement found other rows than expected.
struct MeasurementFailure: Error {}
