import Foundation
import SQLCore
import SQLiteDriver
import Testing

@testable import OpenSwiftData

@Model
final class Photo {
  var name: String
  @Attribute(.externalStorage) var image: Data?
  @Attribute(.externalStorage) var thumbnail: Data = Data()

  init(name: String) { self.name = name }
}

@Suite("External storage")
struct ExternalStorageTests {
  @Test(arguments: Backend.available)
  func readsBackWhatWasStored(_ backend: Backend) throws {
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
    #expect(photos.map(\.image) == values)
    #expect(photos.map(\.thumbnail) == values.map { $0 ?? Data([9]) })
  }

  @Test func marksTheBytesInTheRow() throws {
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
    let bytes = Data([1, 2, 3])
    for name in ["with", "without"] {
      let photo = Photo(name: name)
      if name == "with" { photo.image = bytes }
      context.insert(photo)
    }
    try context.save()
    let reader = try store.makeReopenedContext()
    let withImage = FetchDescriptor<Photo>(predicate: #Predicate { $0.image != nil })
    #expect(try reader.fetch(withImage).map(\.name) == ["with"])
    let same = FetchDescriptor<Photo>(predicate: #Predicate { $0.image == bytes })
    #expect(try reader.fetch(same).map(\.name) == ["with"])
  }
}
