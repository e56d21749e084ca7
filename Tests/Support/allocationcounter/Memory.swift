import Foundation
import OpenSwiftData

/// What stays in memory, in bytes.
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
    let context = library.context()
    // The pages that the connection keeps are not what is asked for.
    _ = try context.fetchIdentifiers(FetchDescriptor<Track>())
    _ = try context.fetchIdentifiers(FetchDescriptor<Album>())
    return try heldBytes {
      let tracks = try context.fetch(FetchDescriptor<Track>())
      let albums = try context.fetch(FetchDescriptor<Album>())
      var count = tracks.count
      for album in albums { count += album.tracks.count }
      guard count > 4 * RecordLibrary.size else { throw MeasurementFailure() }
    }
  },
]

/// A measurement found other rows than there must be.
struct MeasurementFailure: Error {}
