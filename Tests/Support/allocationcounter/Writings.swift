import Foundation
import OpenSwiftData

/// What writing allocates.
let writings: [Measurement] = [
  Measurement("making and inserting an object") { library, count in
    let context = library.context()
    return allocations { for number in 0..<count { context.insert(Listener(number: number)) } }
  },
  Measurement("saving an inserted object") { library, count in
    let context = library.context()
    for number in 0..<count { context.insert(Listener(number: -1 - number)) }
    return try allocations { try context.save() }
  },
  Measurement("making and inserting an object with a to-one") { library, count in
    let context = library.context()
    let album = Album(number: -1)
    context.insert(album)
    return allocations {
      for number in 0..<count {
        let track = Track(number: number)
        context.insert(track)
        track.album = album
      }
    }
  },
  Measurement("saving an inserted object with a to-one") { library, count in
    let context = library.context()
    let album = Album(number: -1)
    context.insert(album)
    for number in 0..<count {
      let track = Track(number: -1 - number)
      context.insert(track)
      track.album = album
    }
    return try allocations { try context.save() }
  },
  Measurement("changing a property") { library, count in
    let found = try library.context().fetch(library.first(count, Listener.self))
    return allocations { for listener in found { listener.age = 40 } }
  },
  Measurement("saving a changed property") { library, count in
    let context = library.context()
    let found = try context.fetch(library.first(count, Listener.self))
    for listener in found { listener.age = (listener.age ?? 0) + 1 }
    return try allocations { try context.save() }
  },
  Measurement("deleting an object and saving") { library, count in
    let context = library.context()
    for number in 0..<count { context.insert(Listener(number: -1 - number)) }
    try context.save()
    var descriptor = FetchDescriptor<Listener>(
      predicate: #Predicate { $0.number < 0 }, sortBy: [SortDescriptor(\.number)])
    descriptor.fetchLimit = count
    let found = try context.fetch(descriptor)
    return try allocations {
      for listener in found { context.delete(listener) }
      try context.save()
    }
  },
]
