import DataSchema
import OpenSwiftData
import RecordStore
import SyncPort

extension SyncEngine {
  /// Checks that the models of a configuration follow the rules of the server.
  ///
  /// - Throws: `SyncError` of the kind `invalid` that lists every violation.
  static func check(
    _ container: ModelContainer, _ name: String, for provider: any SyncProvider
  ) throws {
    guard let checking = provider as? any ModelChecking else { return }
    let model: ModelDescription
    do {
      model = try container.recordEngine(forConfigurationNamed: name).model
    } catch {
      throw SyncError(.storeFailed, "\(error)")
    }
    let violations = checking.violations(of: model)
    guard !violations.isEmpty else { return }
    let places = violations.count == 1 ? "one place" : "\(violations.count) places"
    throw SyncError(
      .invalid,
      "The models break the rules of \(checking.rulesOwner) in \(places):"
        + violations.map { "\n- \($0)" }.joined(),
      advice:
        "If no app on Apple's systems shares the data, set SyncOptions.ignoresModelRules instead."
    )
  }
}
