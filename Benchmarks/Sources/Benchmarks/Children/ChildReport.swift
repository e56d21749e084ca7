import CSQLiteBaseline
import Foundation

/// A process's measurements of itself at the end of its work.
struct ChildReport: Codable {
  /// The peak memory of the process in kilobytes.
  var peakKilobytes = 0
  /// Memory in use after the work minus that before, in kilobytes, according to the allocator.
  var heldKilobytes = 0.0
  /// Resident memory after the work minus that before, in kilobytes, according to the kernel.
  var residentKilobytes = 0
  var processorSeconds = 0.0
  var wallSeconds = 0.0
  /// The computed result; both sides must agree on it.
  var result: UInt64 = 0

  /// Creates a report with the current memory of this process.
  init(result: UInt64 = 0) {
    peakKilobytes = Self.status("VmHWM:")
    self.result = result
  }

  func print() throws {
    FileHandle.standardOutput.write(try JSONEncoder().encode(self))
  }

  /// Bytes that the allocator has allocated and not freed.
  static var allocatedBytes: Int {
    let usage = mallinfo2()
    return Int(usage.uordblks) + Int(usage.hblkhd)
  }

  static var residentKilobytes: Int { status("VmRSS:") }

  private static func status(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
