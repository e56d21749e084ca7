import DataSchema
import OpenSwiftData
import RecordStore
import SyncPort

extension CloudKitRules {
  /// Returns the violations of the rules in a schema, in the order of its entities and their
  /// properties.
  public static func violations(of schema: Schema) -> [Violation] {
    violations(of: schema.modelDescription)
  }
}

extension ModelContainer {
  /// Returns the violations of Core Data's rules for mirroring in CloudKit by the models of a
  /// configuration.
  ///
  /// - Parameter name: The name of the configuration; nil if the container has exactly one.
  /// - Returns: All violations, in the order of the entities and their properties.
  /// - Throws: `SyncError` of the kind `invalid` if the container has several configurations and
  ///   none is specified; `SwiftDataError` if it does not have the configuration.
  public func cloudKitViolations(
    forConfigurationNamed name: String? = nil
  ) throws -> [CloudKitRules.Violation] {
    let names = configurations.map(\.name).sorted()
    guard let name = name ?? (names.count == 1 ? names[0] : nil) else {
      throw SyncError(
        .invalid, "The container has \(names.count) configurations, and none was specified.",
        advice: "Specify one of \(names.joined(separator: ", ")).")
    }
    return CloudKitRules.violations(of: try recordEngine(forConfigurationNamed: name).model)
  }
}
