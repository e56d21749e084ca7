import CMemoryFigures
import Foundation

/// The memory use of the process, in bytes.
struct TortureMemory {
  /// Memory that was allocated and not freed; 0 if the C library does not report it.
  let inUse: Int
  /// Memory that is resident; 0 if the system does not report it.
  let resident: Int

  static var now: TortureMemory {
    TortureMemory(inUse: Int(memory_bytes_in_use()), resident: residentBytes)
  }

  private static var residentBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return 0
    }
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
  }
}

/// Detects memory growth between epochs, at whose ends all memory should be freed.
struct LeakWatch {
  private static let warmUp = 5
  private static let inUseSlack = 4 << 20
  private static let residentSlack = 96 << 20

  private var epochs = 0
  private var base: TortureMemory?

  /// - Throws: `Mismatch` if more memory is in use than at first.
  mutating func check(_ memory: TortureMemory) throws {
    epochs += 1
    guard epochs > Self.warmUp, let base else {
      base = TortureMemory(
        inUse: max(memory.inUse, base?.inUse ?? 0),
        resident: max(memory.resident, base?.resident ?? 0))
      return
    }
    guard memory.inUse <= base.inUse + Self.inUseSlack,
      memory.resident <= base.resident + Self.residentSlack
    else {
      throw Mismatch(
        "memory grows: \(memory.inUse) bytes in use and \(memory.resident) resident after "
          + "\(epochs) epochs, \(base.inUse) and \(base.resident) after \(Self.warmUp)")
    }
  }
}
