import DataSchema
import SyncPort

extension CloudKitProvider: ModelChecking {
  package var rulesOwner: String { "CloudKit" }

  package func violations(of model: ModelDescription) -> [String] {
    CloudKitRules.violations(of: model).map(\.description)
  }
}
