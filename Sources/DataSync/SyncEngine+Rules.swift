import DataSchema
import OpenSwiftData
import RecordStore
import SyncPort

extension SyncEngine {
  /// Tells a provider the models of a configuration, and looks whether they are such as the server has them.
  ///
  /// - Throws: `SyncError` of the kind `invalid` with every place where they are not.
  static func introduce(
    _ container: ModelContainer, _ name: String, to provider: any SyncProvider, checking: Bool
  ) throws {
    let learning = provider as? any ModelLearning
    let checking = checking ? provider as? any ModelChecking : nil
    guard learning != nil || checking != nil else { return }
    let model: ModelDescription
    do {
      model = try container.recordEngine(forConfigurationNamed: name).model
    } catch {
      throw SyncError(.storeFailed, "\(error)")
    }
    learning?.learn(model)
    guard let checking else { return }
    let violations = checking.violations(of: model)
    guard !violations.isEmpty else { return }
    let places = violations.count == 1 ? "one place" : "\(violations.count) places"
    throw SyncError(
      .invalid,
      "The models break rules of \(checking.rulesOwner)'s in \(places).\n"
        + violations.joined(separator: "\n"),
      advice:
        "Where no app on Apple's systems shares the data, set SyncOptions.ignoresModelRules instead."
    )
  }
}
