import Foundation
import OpenSwiftData

/// Allocations of reading.
let readings: [Measurement] = [
  Measurement("fetched object without relationships") { library, count in
    let context = library.context()
    var found: [Listener] = []
    return try allocations { found = try context.fetch(library.first(count)) }
  },
  Measurement("fetched object with a to-one") { library, count in
    let context = library.context()
    var found: [Track] = []
    return try allocations { found = try context.fetch(library.first(count)) }
  },
  Measurement("fetched object with a to-many") { library, count in
    let context = library.context()
    var found: [Album] = []
    return try allocations { found = try context.fetch(library.first(count)) }
  },
  Measurement("reading all attributes") { library, count in
    let context = library.context()
    let found = try context.fetch(library.first(count, Listener.self))
    return withExtendedLifetime(context) {
      allocations {
        for listener in found {
          _ = (listener.number, listener.name, listener.age, listener.joinedAt)
        }
      }
    }
  },
  Measurement("touched to-one with its object") { library, count in
    // Each track belongs to a different album.
    let step = RecordLibrary.tracksPerAlbum
    let context = library.context()
    let tracks = try context.fetch(
      FetchDescriptor<Track>(
        predicate: #Predicate { $0.number % step == 0 && $0.number < count * step }))
    return withExtendedLifetime(context) {
      allocations { for track in tracks { _ = track.album?.number } }
    }
  },
  Measurement("touched to-one of a registered object") { library, count in
    let context = library.context()
    let albums = try context.fetch(FetchDescriptor<Album>())
    let tracks = try context.fetch(library.first(count, Track.self))
    return withExtendedLifetime((albums, context)) {
      allocations { for track in tracks { _ = track.album?.number } }
    }
  },
  Measurement("touched to-many with its three objects") { library, count in
    let context = library.context()
    let albums = try context.fetch(library.first(count, Album.self))
    return withExtendedLifetime(context) {
      allocations { for album in albums { _ = album.tracks.count } }
    }
  },
  Measurement("prefetched to-many with its three objects") { library, count in
    let context = library.context()
    var descriptor = library.first(count, Album.self)
    descriptor.relationshipKeyPathsForPrefetching = [\.tracks]
    var albums: [Album] = []
    return try allocations { albums = try context.fetch(descriptor) }
  },
  Measurement("look-up by identifier") { library, count in
    let context = library.context()
    let identifiers = try library.context().fetchIdentifiers(library.first(count, Listener.self))
    return allocations {
      for identifier in identifiers { _ = (context.model(for: identifier) as? Listener)?.name }
    }
  },
  Measurement("fetch of one by predicate", count: 300) { library, count in
    let context = library.context()
    return try allocations {
      for number in 0..<count {
        _ = try context.fetch(
          FetchDescriptor<Listener>(predicate: #Predicate { $0.number == number }))
      }
    }
  },
  Measurement("fetchCount with a predicate", count: 300) { library, count in
    let context = library.context()
    return try allocations {
      for number in 0..<count {
        _ = try context.fetchCount(
          FetchDescriptor<Listener>(predicate: #Predicate { $0.number >= number }))
      }
    }
  },
  Measurement("enumerated object") { library, count in
    let context = library.context()
    return try allocations {
      try context.enumerate(library.first(count, Listener.self), batchSize: 100) { _ in }
    }
  },
]
