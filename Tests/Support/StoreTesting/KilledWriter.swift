import Foundation
import RandomTesting

/// A program that saves to a store until it is killed.
package enum KilledWriter {
  /// The program in the folder of the test runner; nil if it is not built.
  package static let program = HelperProgram.url("crashwriter")

  /// Runs the program and kills it, mostly after its first save and sometimes while it starts.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the program.
  ///   - generator: It decides when the program is killed.
  /// - Returns: The last acknowledged save, as its number and the number of rows.
  /// - Throws: Errors of starting the program; `HelperProgram.EndedEarly` if it ended by itself.
  package static func run(
    _ arguments: [String], _ generator: inout SeededGenerator
  ) throws -> (Int, Int)? {
    let program = try HelperProgram(program, arguments)
    if Int.random(in: 0..<4, using: &generator) > 0 { try program.waitForLines() }
    usleep(UInt32.random(in: 0..<200_000, using: &generator))
    let numbers = try program.kill().last?.split(separator: " ").compactMap { Int($0) } ?? []
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }
}
