import Foundation

/// What a command works with: the terminal, the place of the store, and what all commands share.
package struct Session {
  package var location: StoreLocation
  package var prefersJSON: Bool
  package var terminal: Terminal
  /// What is done when the command has ended well.
  package let ending = SessionEnding()

  /// The environment of the process.
  package var environment: [String: String] { location.environment }

  /// Prints a result as JSON or as text, as the user wishes.
  /// - Parameters:
  ///   - value: The result for JSON.
  ///   - text: The result as text.
  /// - Throws: `CommandFailure` where it cannot be written.
  package func print(_ value: some Encodable, text: () throws -> String) throws {
    guard prefersJSON else { return try terminal.print(text()) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    try terminal.print(String(decoding: encoder.encode(value), as: UTF8.self))
  }

  /// Opens the store.
  /// - Parameter open: Opens the store in a file.
  /// - Returns: What `open` returned.
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
