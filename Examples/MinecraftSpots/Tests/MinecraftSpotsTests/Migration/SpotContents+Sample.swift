import ExampleTestSupport
import Foundation

extension SpotContents {
  static let history = StoreHistory(
    system: "MinecraftSpots", versions: versions, sample: { $0 == 0 ? coreData : swiftData },
    expected: { contents, step in step.from < step.to ? withPictures(contents) : contents },
    prepare: { folder in
      let file = folder.appendingPathComponent(pictureName)
      if !FileManager.default.fileExists(atPath: file.path) { try picture.write(to: file) }
    })

  private static let pictureName = "village.png"
  /// A picture that is large enough for a separate file in the store.
  private static let picture = pngData(count: 8) + Data(repeating: 7, count: 120_000)

  private static func id(_ number: Int) -> String {
    "\(String(repeating: "\(number % 10)", count: 8))-0000-4000-8000-000000000000"
  }

  private static func time(_ number: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: 690_000_000.5 + 3_600 * Double(number))
  }

  private static let coreData = SpotContents(
    items: (0..<8).map { number in
      Item(
        id: id(number), coordinatesX: number % 3 == 0 ? nil : "\(number * -120)",
        coordinatesY: "64", coordinatesZ: number == 4 ? "no number" : "\(number)",
        world: number % 2 == 0 ? id(1) : nil,
        imageName: [0: pictureName, 3: "lost.png", 5: "../\(pictureName)"][number],
        createdAt: time(number), updatedAt: time(number + 1))
    },
    worlds: [
      World(id: id(1), name: "サバイバル", seed: "-42", createdAt: time(0), updatedAt: time(1)),
      World(id: id(2), createdAt: time(2), updatedAt: time(2)),
    ])

  private static let swiftData = SpotContents(
    items: (0..<8).map { number in
      Item(
        id: number == 7 ? "not of the usual form" : id(number), coordinatesX: "\(number)",
        coordinatesY: number == 2 ? nil : "64", coordinatesZ: "-3", world: id(number % 3),
        name: number % 2 == 0 ? "村 \(number)" : nil, comment: number == 1 ? "" : nil,
        image: [0: picture, 1: Data(), 2: pngData(count: 2_000)][number],
        createdAt: time(number), updatedAt: time(number + 1))
    },
    worlds: [
      World(
        id: id(1), name: "サバイバル", seed: "Glacier", comment: "mine", createdAt: time(0),
        updatedAt: time(1))
    ])

  /// The contents after the pictures next to a Core Data store are added to its items.
  private static func withPictures(_ contents: SpotContents) -> SpotContents {
    SpotContents(
      items: contents.items.map { item in
        var item = item
        if item.imageName == pictureName { item.image = picture }
        item.imageName = nil
        return item
      },
      worlds: contents.worlds)
  }
}
