import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import SampleStores
import Testing

/// Files of Apple's own apps, of which the tests read a few entities.
@Suite("Parts of Apple's stores", .enabled(if: SampleStores.isPresent, SampleStores.reason))
struct SamplePartTests {
  enum Photos {
    @Model final class Asset {
      var filename: String?
      var width: Int
      var height: Int
      var dateCreated: Date?
      var detectedFaces: [DetectedFace] = []
      var albums: [Album] = []
      init() { (width, height) = (0, 0) }
    }
    @Model final class DetectedFace {
      var centerX: Double
      var assetForFace: Asset?
      @Relationship(inverse: \Person.detectedFaces) var personForFace: Person?
      init() { centerX = 0 }
    }
    @Model final class Person {
      var fullName: String?
      var faceCount: Int32
      var detectedFaces: [DetectedFace] = []
      init() { faceCount = 0 }
    }
    @Model class GenericAlbum {
      var kind: Int16
      var title: String?
      init() { kind = 0 }
    }
    @Model final class Album: GenericAlbum {
      override init() { super.init() }
    }
  }

  /// Entities that share a table, without their base entity.
  enum Notes {
    @Model final class ICNote {
      var title: String?
      var folder: ICFolder?
      init() {}
    }
    @Model final class ICFolder {
      var title: String?
      var notes: [ICNote] = []
      init() {}
    }
  }

  /// Opens the file read-only: the last writable connection to close would empty the log.
  private func integers(_ store: StoreFixture, _ query: String) throws -> [Int64] {
    try SQLiteConnection(path: store.url.path, mode: .readOnly).rows(query).map { row in
      if case .integer(let number) = row[0] { number } else { -1 }
    }
  }

  @Test func partsOfPhotosAreRead() throws {
    let store = try StoreFixture(sample: "photos-14/Photos.sqlite")
    func bytes() throws -> [Data] {
      try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: store.url.path + $0)) }
    }
    let before = try bytes()
    let counts = try integers(
      store, "SELECT COUNT(*) FROM ZASSET UNION ALL SELECT COUNT(*) FROM ZDETECTEDFACE")
    let faces = try integers(
      store, "SELECT COUNT(*) FROM ZDETECTEDFACE WHERE ZPERSONFORFACE IS NOT NULL")
    let context = try store.open(Schema([Photos.Asset.self])) { $0.readsPartOfStore = true }
    let assets = try context.fetch(FetchDescriptor<Photos.Asset>())
    #expect(Int64(assets.count) == counts[0])
    #expect(assets.allSatisfy { $0.filename != nil && $0.width > 0 })
    #expect(try Int64(context.fetchCount(FetchDescriptor<Photos.DetectedFace>())) == counts[1])
    let people = try context.fetch(FetchDescriptor<Photos.Person>())
    #expect(people.flatMap(\.detectedFaces).count == Int(faces[0]))
    let pictured = people.flatMap(\.detectedFaces).filter { $0.assetForFace != nil }
    #expect(
      try [Int64(pictured.count)]
        == integers(
          store,
          """
          SELECT COUNT(*) FROM ZDETECTEDFACE \
          WHERE ZPERSONFORFACE IS NOT NULL AND ZASSETFORFACE IS NOT NULL
          """))
    #expect(!pictured.isEmpty)
    for face in pictured { #expect(face.assetForFace?.detectedFaces.contains(face) == true) }
    let albums = try integers(
      store, "SELECT COUNT(*) FROM ZGENERICALBUM GROUP BY Z_ENT = 29 ORDER BY Z_ENT = 29")
    let all = try context.fetch(FetchDescriptor<Photos.GenericAlbum>())
    #expect(Int64(all.count) == albums[0] + albums[1])
    #expect(Int64(all.count { $0 is Photos.Album }) == albums[1])
    #expect(try bytes() == before)
  }

  @Test func partsOfNotesAreRead() throws {
    let store = try StoreFixture(sample: "plaso/NoteStore.sqlite")
    let counts = try integers(
      store, "SELECT COUNT(*) FROM ZICCLOUDSYNCINGOBJECT WHERE Z_ENT IN (11, 14) GROUP BY Z_ENT")
    let context = try store.open(Schema([Notes.ICNote.self])) { $0.readsPartOfStore = true }
    let notes = try context.fetch(FetchDescriptor<Notes.ICNote>())
    let folders = try context.fetch(FetchDescriptor<Notes.ICFolder>())
    #expect([notes.count, folders.count].map(Int64.init) == counts)
    #expect(notes.contains { $0.title != nil })
    #expect(folders.flatMap(\.notes).count == notes.count { $0.folder != nil })
    let titled = try context.fetch(
      FetchDescriptor<Notes.ICNote>(predicate: #Predicate { $0.folder?.title != nil }))
    #expect(titled.allSatisfy { $0.folder?.title != nil })
  }
}
