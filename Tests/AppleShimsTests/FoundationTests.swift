import AppleShims
import Foundation
import SwiftData
import Testing

@Suite("Members that Linux lacks")
struct FoundationTests {
  #if !canImport(Darwin)
    @Test func groupFolderHoldsTheStoresOfTheGroup() throws {
      let group = "group.tests.\(UUID().uuidString)"
      let folder = try #require(
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group))
      defer { try? FileManager.default.removeItem(at: folder) }
      #expect(folder.lastPathComponent == group)
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
      #expect(attributes[.type] as? FileAttributeType == .typeDirectory)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
      let shared = ModelConfiguration(groupContainer: .identifier(group))
      #expect(folder.appendingPathComponent("default.store") == shared.url)
      // The folder exists now.
      #expect(
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) == folder)
    }

    @Test(arguments: ["", ".", "..", "a/b", "/a", "../a", "a\0b"])
    func unsafeGroupIdentifiersHaveNoFolder(_ group: String) {
      #expect(
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) == nil)
    }

    @Test func remoteChangeNotificationHasCoreDatasName() {
      #expect(
        Notification.Name.NSPersistentStoreRemoteChange.rawValue
          == "NSPersistentStoreRemoteChangeNotification")
    }
  #endif

  #if !canImport(SwiftUI)
    /// The result of moving the elements one after another.
    private func moved(_ letters: String, _ source: IndexSet, _ destination: Int) -> String {
      let all = Array(letters)
      let moving = source.map { all[$0] }
      let before = all.indices.prefix(destination).filter { !source.contains($0) }.map { all[$0] }
      let after = all.indices.dropFirst(destination).filter { !source.contains($0) }
        .map { all[$0] }
      return String(before + moving + after)
    }

    @Test func elementsMoveInTheirOrder() {
      let letters = "abcdef"
      for bits in 0..<64 {
        let source = IndexSet((0..<6).filter { bits & (1 << $0) != 0 })
        for destination in 0...6 {
          var array = Array(letters)
          array.move(fromOffsets: source, toOffset: destination)
          #expect(String(array) == moved(letters, source, destination))
          var slice = Array("__abcdef")[2...]
          slice.move(fromOffsets: source, toOffset: destination)
          #expect(Array(slice) == array)
        }
      }
    }

    @Test func elementsAreRemovedByOffsets() {
      for bits in 0..<64 {
        let offsets = IndexSet((0..<6).filter { bits & (1 << $0) != 0 })
        var array = Array("abcdef")
        array.remove(atOffsets: offsets)
        #expect(array == (0..<6).filter { !offsets.contains($0) }.map { Array("abcdef")[$0] })
        var slice = Array("__abcdef")[2...]
        slice.remove(atOffsets: offsets)
        #expect(Array(slice) == array)
      }
    }
  #endif
}
