import CSQLiteBaseline
import Foundation

/// What a process tells of itself at the end of its work.
struct ChildReport: Codable {
  /// The most memory that the process had, in kilobytes.
  var peakKilobytes = 0
  /// Memory in use after the work less that before, in kilobytes, as the allocator counts it.
  var heldKilobytes = 0.0
  /// Memory of the process after the work less that before, in kilobytes, as the kernel counts it.
  var residentKilobytes = 0
  var processorSeconds = 0.0
  var wallSeconds = 0.0
  /// What was computed; both sides must agree on it.
  var result: UInt64 = 0

  /// A report with the memory of this process as it is now.
  init(result: UInt64 = 0) {
    peakKilobytes = Self.status("VmHWM:")
    self.result = result
  }

  func print() throws {
    FileHandle.standardOutput.write(try JSONEncoder().encode(self))
  }

  /// Bytes that the allocator has given out and not got back.
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
