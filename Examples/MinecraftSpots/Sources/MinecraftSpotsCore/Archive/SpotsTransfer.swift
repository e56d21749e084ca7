import Foundation
import SwiftData

/// Exports everything in a store to a folder, and imports such a folder into any store.
package struct SpotsTransfer: Sendable {
  /// The number of things that were written or read.
  package struct Report: Hashable, Codable, Sendable {
    package var worlds = 0
    package var spots = 0
    package var pictures = 0
    /// Worlds and spots that the store has already, which an import does not change.
    package var known = 0
    /// Imported worlds whose names were taken, with their new names.
    package var renamedWorlds: [String: String] = [:]

    package init() {}
  }

  /// The reason that a folder cannot be imported; nothing was stored.
  package enum ReadError: LocalizedError {
    /// The folder has no complete file `spots.json`.
    case notAnExport
    case picture(LocalImageRepository.LoadError)

    package var errorDescription: String? {
      switch self {
      case .notAnExport: "The folder is not a complete export of spots."
      case .picture(let error): "A picture is missing. \(error.localizedDescription)"
      }
    }

    package var recoverySuggestion: String? { "Export the spots again, or copy the whole folder." }
  }

  /// Pictures are megabytes in size, so only a few are held in memory at a time.
  private static let batchSize = 20

  private let container: ModelContainer

  package init(_ container: ModelContainer) {
    self.container = container
  }

  /// Writes all worlds, spots and pictures to a new folder.
  ///
  /// - Parameter folder: The folder, which must not exist. It appears when it is complete.
  /// - Returns: What was written.
  /// - Throws: Errors of the store and of the file system.
  package func export(to folder: URL) throws -> Report {
    let unfinished = folder.deletingLastPathComponent()
      .appendingPathComponent(".\(folder.lastPathComponent).\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: unfinished) }
    let pictures = unfinished.appendingPathComponent(SpotsArchive.pictures)
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)

    var report = Report()
    let context = ModelContext(container)
    let worlds = try context.fetch(FetchDescriptor<WorldModel>(sortBy: [SortDescriptor(\.id)]))
    var spots: [SpotsArchive.Spot] = []
    try context.enumerate(
      FetchDescriptor<ItemModel>(sortBy: [SortDescriptor(\.id)]), batchSize: Self.batchSize
    ) { item in
      let image = item.spotImageData
      let name = image.map { data in
        "\(spots.count + 1)." + (ImageFormat(of: data)?.fileExtension ?? "data")
      }
      if let image, let name {
        try image.write(to: pictures.appendingPathComponent(name), options: .withoutOverwriting)
        report.pictures += 1
      }
      spots.append(SpotsArchive.Spot(item, picture: name))
    }
    (report.worlds, report.spots) = (worlds.count, spots.count)
    let archive = SpotsArchive(worlds: worlds.map(SpotsArchive.World.init), spots: spots)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(archive).write(to: unfinished.appendingPathComponent(SpotsArchive.file))
    try FileManager.default.moveItem(at: unfinished, to: folder)
    return report
  }

  /// Adds the worlds and spots of an exported folder that the store does not have.
  ///
  /// They keep their identifiers and dates, so importing a folder again continues an interrupted
  /// import. A world whose name another one has gets a number after its name.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: What was stored.
  /// - Throws: `ReadError` before anything is stored; errors of the store.
  package func importAll(from folder: URL) throws -> Report {
    let archive: SpotsArchive
    do {
      let file = folder.appendingPathComponent(SpotsArchive.file)
      archive = try JSONDecoder().decode(SpotsArchive.self, from: Data(contentsOf: file))
    } catch {
      throw ReadError.notAnExport
    }
    let images = LocalImageRepository(folder: folder.appendingPathComponent(SpotsArchive.pictures))
    do {
      for name in archive.spots.compactMap(\.picture) { try images.check(fileName: name) }
    } catch {
      throw ReadError.picture(error)
    }

    var report = Report()
    let context = ModelContext(container)
    report = try context.transaction(.serializable) { try add(archive.worlds, to: context) }
    for start in stride(from: 0, to: archive.spots.count, by: Self.batchSize) {
      let batch = archive.spots[start..<min(start + Self.batchSize, archive.spots.count)]
      let earlier = report
      let context = ModelContext(container)
      report = try context.transaction(.serializable) {
        try add(batch, images, to: context, after: earlier)
      }
    }
    return report
  }

  private func add(_ worlds: [SpotsArchive.World], to context: ModelContext) throws -> Report {
    var report = Report()
    let stored = try context.fetch(FetchDescriptor<WorldModel>())
    let identifiers = Set(stored.map(\.id))
    var names = Set(stored.compactMap { $0.name?.lowercased() })
    for world in worlds {
      guard !identifiers.contains(world.id) else {
        report.known += 1
        continue
      }
      var name = world.name
      var number = 1
      while let taken = name, !names.insert(taken.lowercased()).inserted {
        number += 1
        name = world.name.map { "\($0) (\(number))" }
      }
      if let old = world.name, let name, old != name { report.renamedWorlds[old] = name }
      context.insert(world.model(named: name))
      report.worlds += 1
    }
    return report
  }

  private func add(
    _ spots: ArraySlice<SpotsArchive.Spot>, _ images: LocalImageRepository,
    to context: ModelContext, after earlier: Report
  ) throws -> Report {
    var report = earlier
    for spot in spots {
      guard try ItemReader(context).model(id: spot.id) == nil else {
        report.known += 1
        continue
      }
      let image = try spot.picture.map { try images.loadImageData(fileName: $0) }
      context.insert(spot.model(image))
      report.spots += 1
      if image != nil { report.pictures += 1 }
    }
    return report
  }
}
