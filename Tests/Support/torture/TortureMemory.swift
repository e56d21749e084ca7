import CMemoryFigures
import Foundation

/// What the process has in memory, in bytes.
struct TortureMemory {
  /// What was allocated and not given back; 0 where the C library does not say.
  let inUse: Int
  /// What stands in the machine's memory; 0 where the system does not say.
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

/// Notices that memory grows from epoch to epoch, at whose ends nothing should be left.
struct LeakWatch {
  private static let warmUp = 5
  private static let inUseSlack = 4 << 20
  private static let residentSlack = 96 << 20

  private var epochs = 0
  private var base: TortureMemory?

  /// - Throws: `Mismatch` when there is more than at first.
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
