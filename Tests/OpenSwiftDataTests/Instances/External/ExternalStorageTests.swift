import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import Testing

@testable import OpenSwiftData

@Suite("External storage")
struct ExternalStorageTests {
  @Test(arguments: Backend.available)
  func storedValuesAreReadBack(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Photo.self)
    let context = store.makeContext()
    let values: [Data?] = [
      nil, Data(), Data([1]), Data([2]), Data([1, 2, 3]), Data(repeating: 7, count: 200_000),
    ]
    for (index, value) in values.enumerated() {
      let photo = Photo(name: "\(index)")
      photo.image = value
      photo.thumbnail = value ?? Data([9])
      context.insert(photo)
    }
    try context.save()
    let photos = try store.makeReopenedContext().fetch(
      FetchDescriptor<Photo>(sortBy: [SortDescriptor(\.name)]))
    #expect(same(photos.map(\.image), values))
    #expect(same(photos.map(\.thumbnail), values.map { $0 ?? Data([9]) }))
  }

  @Test func bytesInTheRowAreMarked() throws {
    let store = try TestStore(.file, for: Photo.self)
    let context = store.makeContext()
    let photo = Photo(name: "a")
    photo.image = Data([2, 3])
    context.insert(photo)
    try context.save()
    let file = try SQLiteConnection(path: #require(store.url).path, mode: .readOnly)
    let row = try #require(try file.rows("SELECT ZIMAGE, ZTHUMBNAIL FROM ZPHOTO").first)
    #expect(row == [.blob(Data([1, 2, 3])), .blob(Data([1]))])
  }

  @Test(arguments: Backend.available)
  func predicatesSeeTheValueWithoutItsMark(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Photo.self)
    let context = store.makeContext()
    let bytes = Data(repeating: 7, count: 200_000)
    for name in ["with", "without"] {
      let photo = Photo(name: name)
      if name == "with" { photo.image = bytes }
      context.insert(photo)
    }
    try context.save()
    let reader = try store.makeReopenedContext()
    let same = FetchDescriptor<Photo>(predicate: #Predicate { $0.image == bytes })
    #expect(try reader.fetch(same).map(\.name) == ["with"])
    let empty = Data()
    let none = FetchDescriptor<Photo>(predicate: #Predicate { $0.thumbnail == empty })
    #expect(try reader.fetchCount(none) == 2)
    let mixed = FetchDescriptor<Photo>(predicate: #Predicate { ($0.image ?? empty) == empty })
    #expect(try reader.fetch(mixed).map(\.name) == ["without"])
  }

  @Test(arguments: Backend.available)
  func predicatesFindMissingValuesInSQL(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Photo.self)
    let context = store.makeContext()
    let photo = Photo(name: "with")
    photo.image = Data(repeating: 7, count: 200_000)
    context.insert(photo)
    context.insert(Photo(name: "without"))
    try context.save()
    let reader = try store.makeReopenedContext()
    let with = #Predicate<Photo> { $0.image != nil }
    let without = #Predicate<Photo> { $0.image == nil }
    for (predicate, name, condition) in [
      (with, "with", "IS NOT NULL"), (without, "without", "IS NULL"),
    ] {
      let texts = try statements(in: reader.container) {
        let found = try reader.fetch(FetchDescriptor(predicate: predicate))
        #expect(found.map(\.name) == [name])
        #expect(try reader.fetchCount(FetchDescriptor(predicate: predicate)) == 1)
      }
      #expect(texts.count == 2)
      #expect(texts.allSatisfy { $0.contains(condition) })
    }
    #expect(store.container.core.stores[0].externalFiles?.readCount ?? 0 == 0)
  }
}
