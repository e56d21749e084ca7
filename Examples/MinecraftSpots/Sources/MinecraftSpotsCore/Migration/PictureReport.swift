import Foundation
import SwiftData

/// The pictures to which the spots of a Core Data store refer, and which of them can be read.
package struct PictureReport: Hashable, Codable, Sendable {
  /// A picture that cannot be read.
  package struct Unreadable: Hashable, Codable, Sendable {
    package var name: String
    package var reason: String
    /// The number of spots that have the picture.
    package var spots: Int
  }

  /// The folder that was searched for the pictures.
  package var folder: String
  /// The number of readable pictures.
  package var readable: Int
  /// The unreadable pictures, sorted by name.
  package var unreadable: [Unreadable]

  package init(folder: String, readable: Int = 0, unreadable: [Unreadable] = []) {
    (self.folder, self.readable, self.unreadable) = (folder, readable, unreadable)
  }

  /// Checks the pictures of a store, which is opened for reading only.
  ///
  /// - Parameters:
  ///   - url: The file of the store.
  ///   - transfer: The location of its pictures.
  /// - Returns: The report; nil if the file is not a Core Data store of the app's first version.
  /// - Throws: `SwiftDataError` if the spots cannot be read.
  package static func ofStore(at url: URL, _ transfer: PictureTransfer) throws -> PictureReport? {
    guard let coreData = coreData(at: url) else { return nil }
    return try PictureReport(coreData.viewContext, in: transfer.folder(ofStoreAt: url))
  }

  /// The Core Data store in a file; nil for any other file.
  ///
  /// If the file is invalid, the container that is opened next reports the problem.
  private static func coreData(at url: URL) -> CoreDataManager? {
    do {
      let stored = try Schema.stored(in: url)
      guard stored.entities.contains(where: { $0.name == "ItemEntity" }) else { return nil }
      return try CoreDataManager(url: url)
    } catch SwiftDataError.unknownSchema {
      // The file contains only the hashes of its entities.
      return try? CoreDataManager(url: url)
    } catch {
      return nil
    }
  }

  /// Checks the spots' pictures by opening each file and reading its first byte.
  init(_ context: ModelContext, in folder: URL) throws {
    self.init(folder: folder.path)
    let images = LocalImageRepository(folder: folder)
    var descriptor = FetchDescriptor<ItemEntity>()
    descriptor.propertiesToFetch = [\.spotImageName]
    var spots: [String: Int] = [:]
    try context.enumerate(descriptor) { item in
      if let name = item.pictureName { spots[name, default: 0] += 1 }
    }
    for (name, count) in spots.sorted(by: { $0.key < $1.key }) {
      do {
        try images.check(fileName: name)
        readable += 1
      } catch {
        unreadable.append(
          Unreadable(name: name, reason: error.localizedDescription, spots: count))
      }
    }
  }
}

extension ItemEntity {
  /// The name of the spot's picture; nil if the spot has no picture.
  var pictureName: String? { spotImageName.flatMap { $0.isEmpty ? nil : $0 } }
}

/// Pictures would be lost, so the migration was refused.
package struct UnreadablePictures: LocalizedError {
  package let report: PictureReport

  package var errorDescription: String? {
    let names = report.unreadable.map { "“\($0.name)”" }.joined(separator: ", ")
    return "The spots have pictures that cannot be read in \(report.folder): \(names)."
  }

  package var recoverySuggestion: String? { "Put the pictures into that folder." }
}
