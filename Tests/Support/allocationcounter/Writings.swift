import Foundation
import OpenSwiftData

/// Allocations of writing.
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
    let context = library.context()
    let found = try context.fetch(library.first(count, Listener.self))
    return withExtendedLifetime(context) {
      allocations { for listener in found { listener.age = 40 } }
    }
  },
  Measurement("saving a changed property, rows that follow one another") { library, count in
    let context = library.context()
    let found = try context.fetch(library.first(count, Listener.self))
    for listener in found { listener.age = (listener.age ?? 0) + 1 }
    return try allocations { try context.save() }
  },
  Measurement("saving a changed property, rows far apart", count: 100) { library, count in
    let context = library.context()
    let found = try context.fetch(library.first(count * 10, Listener.self))
    for index in 0..<count {
      found[index * 10].joinedAt = found[index * 10].joinedAt.addingTimeInterval(1)
    }
    return try allocations { try context.save() }
  },
  Measurement("deleting and saving, rows that follow one another") { library, count in
    let context = library.context()
    let found = try temporaryListeners(count, context)
    return try allocations {
      for listener in found { context.delete(listener) }
      try context.save()
    }
  },
  Measurement("deleting and saving, rows far apart", count: 100) { library, count in
    let context = library.context()
    let found = try temporaryListeners(count * 10, context)
    let result = try allocations {
      for index in 0..<count { context.delete(found[index * 10]) }
      try context.save()
    }
    for listener in found where !listener.isDeleted { context.delete(listener) }
    try context.save()
    return result
  },
]

/// Saves and fetches listeners that the caller deletes.
private func temporaryListeners(_ count: Int, _ context: ModelContext) throws -> [Listener] {
  let first = 1_000_000
  for number in 0..<count { context.insert(Listener(number: first + number)) }
  try context.save()
  return try context.fetch(
    FetchDescriptor<Listener>(
      predicate: #Predicate { $0.number >= first }, sortBy: [SortDescriptor(\.number)]))
}
