import Foundation

/// The most memory that this process has had at once.
package enum PeakMemory {
  /// In bytes; nil where the system does not tell.
  ///
  /// Other tests that run meanwhile count too, so that bounds of it are wide.
  package static var byteCount: Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    let digits = line.filter { $0.isASCII && $0.isNumber }
    return Int(digits).map { $0 << 10 }
  }

  /// How much it may grow while damaged files are read: many times what any of them has.
  package static let growthLimit = 2 << 30
}
