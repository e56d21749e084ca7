import CAllocationCounting
import Foundation
import OpenSwiftData

/// Prints the memory allocations of the library, which works in the folder given by the first
/// argument.
///
/// Each measurement is a line with its name, the number of repetitions, and the figures for that
/// number and twice as many.
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
