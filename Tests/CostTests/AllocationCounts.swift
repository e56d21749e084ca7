import Foundation
import RandomTesting
import StoreTesting
import Testing

/// The allocation counts of the helper program, by measurement name.
struct AllocationCounts {
  /// For each measurement, the allocations of one more repetition.
  let figures: [String: Double]

  /// The helper program next to the test runner; nil if it is not built.
  static let program = HelperProgram.url("allocationcounter")

  /// The counts of one run; nil if allocations cannot be counted.
  static let shared: Result<AllocationCounts?, any Error> = Result { try AllocationCounts() }

  private init?() throws {
    let folder = try TestFolder()
    let process = Process()
    process.executableURL = Self.program
    process.arguments = [folder.url.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard text != "unsupported\n" else { return nil }
    try #require(process.terminationStatus == 0, "allocationcounter failed: \(text)")
    var figures: [String: Double] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      let numbers = fields.dropFirst().compactMap(Double.init)
      try #require(numbers.count == 3, "not a measurement: \(line)")
      figures[fields[0]] = (numbers[2] - numbers[1]) / numbers[0]
    }
    self.figures = figures
  }
}
