import SwiftData

#if POSTGRES
  import PostgresData
#endif

/// A store in a PostgreSQL, as a command line names it.
package struct ServerStore: Hashable, Sendable {
  private let address: String
  /// The schema where the address names none, so that programs can share a database.
  private let schema: String

  /// - Parameters:
  ///   - text: What stands behind `--store`; nil where it is no address but a path.
  ///   - program: The program whose store it is.
  init?(_ text: String, of program: String) {
    guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else { return nil }
    (address, schema) = (text, program)
  }

  /// What help says of the addresses.
  static let optionText =
    "Use the store at this path, or at postgres://USER@HOST/DATABASE?schema=NAME."

  #if POSTGRES
    private var configuration: PostgresConfiguration {
      PostgresConfiguration(storeAt: address, standardSchema: schema)
    }

    /// What messages call the store; without any password.
    package var name: String { configuration.place }

    /// How the store is opened.
    package func makeConfiguration() throws(CommandFailure) -> any DataStoreConfiguration {
      configuration
    }
  #else
    /// What messages call the store.
    package var name: String { "in a PostgreSQL" }

    /// How the store is opened.
    /// - Throws: `CommandFailure`: the program has no libpq.
    package func makeConfiguration() throws(CommandFailure) -> any DataStoreConfiguration {
      throw CommandFailure(
        "This program was built without libpq, by which it would reach a PostgreSQL.",
        advice: "Install libpq's headers and build it again, or give a file: --store PATH",
        .notAvailable)
    }
  #endif
}
