import Foundation

/// The peak memory use of this process.
package enum PeakMemory {
  /// The peak in bytes; nil if the system does not report it.
  ///
  /// Other tests that run at the same time are included, so limits must be generous.
  package static var byteCount: Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    let digits = line.filter { $0.isASCII && $0.isNumber }
    return Int(digits).map { $0 << 10 }
  }

  /// The maximum growth while damaged files are read: many times the size of any of them.
  package static let growthLimit = 2 << 30
}
