import Foundation
import OpenSwiftData

/// Allocations of changing members in place, which must not depend on the size of the array.
let memberEdits: [Measurement] = [
  Measurement("appending a new member", count: 2_000) { library, count in
    let context = library.context()
    let album = Album(number: -1)
    context.insert(album)
    return allocations {
      for number in 0..<count { album.tracks.append(Track(number: -1 - number)) }
    }
  },
  Measurement("appending a member that has become one", count: 2_000) { library, count in
    let context = library.context()
    let album = Album(number: -1)
    context.insert(album)
    return allocations {
      for number in 0..<count {
        let track = Track(number: -1 - number)
        track.album = album
        album.tracks.append(track)
      }
    }
  },
  Measurement("removing the last member", count: 2_000) { library, count in
    edit(library, count) { while !$0.tracks.isEmpty { $0.tracks.removeLast() } }
  },
  Measurement("removing the first member", count: 2_000) { library, count in
    edit(library, count) { while !$0.tracks.isEmpty { $0.tracks.removeFirst() } }
  },
  Measurement("removing a member from the middle", count: 2_000) { library, count in
    edit(library, count) {
      while !$0.tracks.isEmpty { $0.tracks.remove(at: $0.tracks.count / 2) }
    }
  },
  Measurement("setting a member", count: 2_000) { library, count in
    edit(library, count) { album in
      for place in 0..<count { album.tracks[place] = Track(number: place) }
    }
  },
  Measurement("exchanging two members", count: 2_000) { library, count in
    edit(library, count) { album in
      for place in 0..<count { album.tracks.swapAt(place, count - 1 - place) }
    }
  },
  Measurement("member that loses its owner", count: 2_000) { library, count in
    edit(library, count) { album in for track in album.tracks { track.album = nil } }
  },
]

/// The allocations of changing an album with `count` tracks.
private func edit(_ library: RecordLibrary, _ count: Int, _ body: (Album) -> Void) -> Int {
  let context = library.context()
  let album = Album(number: -1)
  album.tracks = (0..<count).map { Track(number: -1 - $0) }
  context.insert(album)
  return withExtendedLifetime(context) { allocations { body(album) } }
}
