import ExampleSupport
import MinecraftSpotsCore

extension Coordinates {
  /// Parses three whole numbers from the command line.
  ///
  /// - Throws: `UsageError`.
  init(arguments: ArraySlice<String>, of command: any Command.Type) throws {
    let numbers = try arguments.map { text in
      guard let number = Int(text) else {
        throw UsageError(
          "“\(text)” is not a coordinate. Write X, Y and Z as whole numbers, as F3 shows them.",
          about: command)
      }
      return number
    }
    guard numbers.count == 3 else {
      throw UsageError("A location needs three coordinates: X, Y and Z.", about: command)
    }
    self.init(x: numbers[0], y: numbers[1], z: numbers[2])
  }
}
