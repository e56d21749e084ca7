import CoreDataFormat
import Foundation
import OpenSwiftData
import SQLCore
import Testing

/// Entries that a program added to the metadata of its store.
@Suite("Metadata of other programs")
struct ForeignMetadataTests {
  enum Old {
    @Model final class Note {
      var title: String
      init(_ title: String) { self.title = title }
    }
  }

  enum Noted {
    @Model final class Note {
      var title: String
      var text: String?
      init(_ title: String) { self.title = title }
    }
  }

  private static let foreign: [String: PropertyListValue] = [
    "com.example.token": .data(Data([0, 255, 1])),
    "lastLaunch": .date(Date(timeIntervalSince1970: 1.5)),
    "isSeeded": .boolean(true), "one": .integer(1), "large": .unsignedInteger(.max),
    "ratio": .real(0.1), "empty": .string(""), "NSStoreUUID2": .string("née 😀"),
    "nested": .dictionary(["list": .array([.boolean(false), .integer(-1), .dictionary([:])])]),
  ]

  private let store: StoreFixture

  init() throws {
    store = try StoreFixture()
    let context = try store.open(Schema([Old.Note.self]))
    context.insert(Old.Note("milk"))
    try context.save()
    try store.makeForeign()
    try store.change { $0.other = Self.foreign }
  }

  @Test func savesKeepForeignMetadata() throws {
    let before = try store.contents()["Z_METADATA"]
    let context = try store.open(Schema([Old.Note.self]))
    context.insert(Old.Note("bread"))
    try context.save()
    #expect(try store.contents()["Z_METADATA"] == before)
    #expect(try store.metadata().other == Self.foreign)
  }

  @Test func migrationsKeepForeignMetadata() throws {
    let before = try store.metadata()
    let context = try store.open(Schema([Noted.Note.self]))
    context.insert(Noted.Note("bread"))
    try context.save()
    let after = try store.metadata()
    #expect(after.other == Self.foreign)
    #expect(after.storeUUID == before.storeUUID)
    #expect(after.frameworkVersion == before.frameworkVersion)
    #expect(after.versionHashes != before.versionHashes)
  }
}
