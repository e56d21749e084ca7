import Foundation
import OpenSwiftData

/// A picture whose bytes are determined by its seed.
@Model
final class Exposure {
  var save: Int
  var seed: Int
  @Attribute(.externalStorage) var image: Data

  init(save: Int, seed: Int) {
    self.save = save
    self.seed = seed
    image = Exposure.image(seed: seed)
  }

  /// Most pictures are large enough for a separate file.
  static func image(seed: Int) -> Data {
    var image = Data(repeating: UInt8(truncatingIfNeeded: seed), count: 70_000 + seed % 7 * 20_000)
    withUnsafeBytes(of: seed) { image.replaceSubrange(0..<$0.count, with: $0) }
    return image
  }
}

/// Saves pictures until it is killed.
///
/// Each save changes all rows of the previous one, replaces the bytes of some, adds two and deletes
/// some, and is acknowledged when it is complete.
enum ExposureWriter {
  static func run(_ configuration: ModelConfiguration) throws {
    let container = try ModelContainer(for: Exposure.self, configurations: configuration)
    let context = ModelContext(container)
    var exposures = try context.fetch(FetchDescriptor<Exposure>())
    var number = exposures.first?.save ?? 0
    while true {
      number += 1
      for (index, exposure) in exposures.enumerated() {
        exposure.save = number
        guard index % 3 == number % 3 else { continue }
        exposure.seed += 1
        exposure.image = Exposure.image(seed: exposure.seed)
      }
      for offset in 0..<2 {
        let exposure = Exposure(save: number, seed: number * 10 + offset)
        context.insert(exposure)
        exposures.append(exposure)
      }
      if exposures.count > 12 {
        for exposure in exposures[..<6] { context.delete(exposure) }
        exposures.removeFirst(6)
      }
      try context.save()
      FileHandle.standardOutput.write(Data("\(number) \(exposures.count)\n".utf8))
    }
  }
}
