import Foundation

/// The environment of a command: the terminal, the location of the store, and what all commands
/// share.
package struct Session {
  package var location: StoreLocation
  package var prefersJSON: Bool
  package var terminal: Terminal
  /// Actions to perform after the command succeeds.
  package let ending = SessionEnding()

  /// The environment of the process.
  package var environment: [String: String] { location.environment }

  /// Prints a result as JSON or as text, depending on the options.
  ///
  /// - Parameters:
  ///   - value: The result for JSON.
  ///   - text: The result as text.
  /// - Throws: `CommandFailure` if it cannot be written.
  package func print(_ value: some Encodable, text: () throws -> String) throws {
    guard prefersJSON else { return try terminal.print(text()) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    try terminal.print(String(decoding: encoder.encode(value), as: UTF8.self))
  }

  /// Opens the store.
  ///
  /// - Parameter open: Opens the store in a file.
  /// - Returns: The result of `open`.
  /// - Throws: `CommandFailure`.
  package func openStore<Store>(_ open: (URL) throws -> Store) throws -> Store {
    let url = try location.prepare()
    do {
      return try open(url)
    } catch {
      throw CommandFailure(ofStore: url.path, error, program: terminal.program)
    }
  }
}
