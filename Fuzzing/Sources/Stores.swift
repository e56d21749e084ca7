import Foundation
import OpenSwiftData
import SampleStores

/// A model with all kinds of properties that are stored differently.
@Model
final class Volume {
  enum Genre: String, Codable { case fiction, essay }
  struct Place: Codable, Hashable {
    var room: String
    var shelf: Int?
  }

  @Attribute(.unique) var code: Int
  var title: String
  var small: Int8
  var wide: UInt64?
  var price: Decimal
  var weight: Double
  var date: Date
  var token: UUID
  var page: URL?
  var genre: Genre
  var place: Place?
  var keywords: [String]
  var scores: [String: Int]
  @Attribute(.externalStorage) var cover: Data?
  var shelf: Shelf?

  init(code: Int) {
    (self.code, title, small, wide) = (code, "title", 1, 2)
    (price, weight, date) = (9.5, 0.25, Date(timeIntervalSinceReferenceDate: 1.5))
    token = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    (page, genre, place) = (URL(fileURLWithPath: "/a"), .essay, Place(room: "a", shelf: 1))
    (keywords, scores, cover) = (["a"], ["a": 1], Data([1, 2]))
  }
}

@Model
final class Shelf {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume]
  var neighbours: [Shelf]

  init(name: String) { (self.name, volumes, neighbours) = (name, [], []) }
}

/// Fuzzes the bytes of a store.
///
/// Other input is a change to a valid store: an offset in two bytes, the number of bytes to replace
/// there, and the new bytes.
@Sendable func stores(_ bytes: UnsafeRawBufferPointer) {
  let isWhole = bytes.starts(with: "SQLite format 3".utf8)
  let content = isWhole ? Data(bytes) : changed(bytes)
  WorkFolder.remove("damaged.store")
  let url = WorkFolder.file("damaged.store")
  guard (try? content.write(to: url)) != nil else { fatalError("The store cannot be written.") }
  do {
    try readAll(url)
  } catch is SwiftDataError {
  } catch {
    fatalError("An error of an unexpected type was thrown: \(type(of: error)): \(error)")
  }
}

private func container(_ url: URL) throws -> ModelContainer {
  try ModelContainer(
    for: Volume.self, Shelf.self, configurations: ModelConfiguration(url: url))
}

private func readAll(_ url: URL) throws {
  let context = ModelContext(try container(url))
  context.autosaveEnabled = false
  for volume in try context.fetch(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.title)])) {
    read(volume)
    read(volume.shelf)
  }
  for shelf in try context.fetch(FetchDescriptor<Shelf>()) {
    read(shelf)
    for volume in shelf.volumes { read(volume) }
    for neighbour in shelf.neighbours { read(neighbour) }
  }
  _ = try context.fetchCount(FetchDescriptor<Volume>(predicate: #Predicate { $0.small > 0 }))
  _ = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
  context.insert(Shelf(name: "new"))
  try context.save()
}

private func read(_ volume: Volume) {
  var hasher = Hasher()
  hasher.combine(volume.code)
  hasher.combine(volume.title)
  hasher.combine(volume.small)
  hasher.combine(volume.wide)
  hasher.combine(volume.price)
  hasher.combine(volume.weight)
  hasher.combine(volume.date)
  hasher.combine(volume.token)
  hasher.combine(volume.page)
  hasher.combine(volume.genre)
  hasher.combine(volume.place)
  hasher.combine(volume.keywords)
  hasher.combine(volume.scores)
  hasher.combine(volume.cover)
  _ = hasher.finalize()
}

private func read(_ shelf: Shelf?) { _ = shelf?.name.count }

/// A store with small pages, so that inputs are small and most changes have an effect.
private let whole: Data = {
  do {
    let url = WorkFolder.file("whole.store")
    do {
      let context = ModelContext(try container(url))
      let shelf = Shelf(name: "first")
      context.insert(shelf)
      for code in 1...3 {
        let volume = Volume(code: code)
        context.insert(volume)
        volume.shelf = shelf
      }
      let other = Shelf(name: "second")
      context.insert(other)
      other.neighbours = [shelf]
      try context.save()
    }
    let database = try TestDatabase(path: url.path)
    try database.execute("PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM")
    return try Data(contentsOf: url)
  } catch {
    fatalError("The store cannot be made: \(error)")
  }
}()

private func changed(_ bytes: UnsafeRawBufferPointer) -> Data {
  var content = whole
  var rest = bytes[...]
  while rest.count > 3 {
    let start = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
    let part = rest.dropFirst(3).prefix(Int(rest[rest.startIndex + 2]))
    for (offset, byte) in part.enumerated() where start + offset < content.count {
      content[content.startIndex + start + offset] = byte
    }
    rest = rest.dropFirst(3 + part.count)
  }
  return content
}

/// The valid store, and changes that affect its metadata, its tables and its rows.
@Sendable func storeSeeds() throws -> [Data] {
  [whole]
    + stride(from: 0, to: whole.count, by: 1_024).map { start in
      let part = whole.dropFirst(start).prefix(16)
      return Data([UInt8(start >> 8), UInt8(start & 0xFF), UInt8(part.count)]) + part
    }
}
