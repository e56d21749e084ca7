import CAllocationCounting
import Foundation
import OpenSwiftData

/// Prints what the library allocates, while it works in the folder at its first argument.
///
/// A line for each measurement tells its name, how often it was done, and the figures for once and
/// for twice as often.
@main
struct AllocationCounter {
  static func main() throws {
    guard let folder = CommandLine.arguments.dropFirst().first else {
      FileHandle.standardError.write(Data("usage: allocationcounter FOLDER\n".utf8))
      exit(2)
    }
    guard allocation_counting_is_on() else { return print("unsupported") }
    let library = try RecordLibrary(URL(fileURLWithPath: folder))
    for measurement in readings + writings + memberEdits { try measurement.report(library) }
    try library.writeLetters()
    for measurement in memory {
      print("\(measurement.name)\t1\t0\t\(try measurement.run(library, 1))")
    }
  }
}
