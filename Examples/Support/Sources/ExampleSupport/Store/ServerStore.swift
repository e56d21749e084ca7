import SwiftData

#if POSTGRES
  import PostgresData
#endif

/// A store in a PostgreSQL database, as specified on the command line.
package struct ServerStore: Hashable, Sendable {
  private let address: String
  /// The default schema for addresses without one, so that programs can share a database.
  private let schema: String

  /// - Parameters:
  ///   - text: The value of `--store`; the result is nil for a path.
  ///   - program: The program to which the store belongs.
  init?(_ text: String, of program: String) {
    guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else { return nil }
    (address, schema) = (text, program)
  }

  /// The description of addresses in help.
  static let optionText =
    "Use the store at this path, or at postgres://USER@HOST/DATABASE?schema=NAME."

  #if POSTGRES
    private var configuration: PostgresConfiguration {
      PostgresConfiguration(storeAt: address, standardSchema: schema)
    }

    /// The name of the store in messages; it never contains a password.
    package var name: String { configuration.place }

    /// The configuration for opening the store.
    package func makeConfiguration() throws(CommandFailure) -> any DataStoreConfiguration {
      configuration
    }
  #else
    /// The name of the store in messages.
    package var name: String { "in PostgreSQL" }

    /// The configuration for opening the store.
    ///
    /// - Throws: `CommandFailure`, because the program was built without libpq.
    package func makeConfiguration() throws(CommandFailure) -> any DataStoreConfiguration {
      throw CommandFailure(
        "The store cannot be opened: the program was built without libpq, which PostgreSQL needs.",
        advice: "Install libpq's headers and rebuild the program, or give a file: --store PATH",
        .notAvailable)
    }
  #endif
}
