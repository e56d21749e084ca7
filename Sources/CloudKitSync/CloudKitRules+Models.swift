import DataSchema
import OpenSwiftData
import RecordStore
import SwiftDataErrors
import SyncPort

extension CloudKitRules {
  /// Where the models of a schema break the rules, in the order of its entities and their properties.
  public static func violations(of schema: Schema) -> [Violation] {
    violations(of: schema.modelDescription)
  }
}

extension ModelContainer {
  /// Where the models of a configuration break the rules that Core Data has for what it mirrors in CloudKit.
  ///
  /// - Parameter name: The name of the configuration; nil for the container's only one.
  /// - Returns: All violations, in the order of the entities and their properties.
  /// - Throws: `SyncError` of the kind `invalid` where the container has several configurations and none is
  ///   named; `SwiftDataError` where it has not the configuration.
  public func cloudKitViolations(
    forConfigurationNamed name: String? = nil
  ) throws -> [CloudKitRules.Violation] {
    let names = configurations.map(\.name).sorted()
    guard let name = name ?? (names.count == 1 ? names[0] : nil) else {
      throw SyncError(
        .invalid, "The container has \(names.count) configurations, and none is named.",
        advice: "Name one of \(names.joined(separator: ", ")).")
    }
    return CloudKitRules.violations(of: try recordEngine(forConfigurationNamed: name).model)
  }
}
