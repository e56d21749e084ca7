import ExampleTestSupport
import Foundation

/// Random bytes after the signature of a PNG file.
func pngData(count: Int, seed: UInt64 = 1) -> Data {
  var generator = SeededGenerator(seed: seed)
  var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  data.reserveCapacity(count)
  while data.count < count {
    withUnsafeBytes(of: generator.next()) { data.append(contentsOf: $0) }
  }
  return data.prefix(count)
}
