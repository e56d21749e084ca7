import DataSchema

/// A provider that must know the models whose records it stores.
package protocol ModelLearning: SyncProvider {
  /// Receives the models; an engine calls this before any other method.
  ///
  /// - Parameters:
  ///   - model: The models, with their names in the program.
  ///   - names: The names of their entities and properties in records.
  func learn(_ model: ModelDescription, _ names: RecordNames)
}

/// A provider whose server has rules for models.
///
/// An engine checks the rules when it is created, so that a program learns of all violations before
/// anything is sent.
package protocol ModelChecking: SyncProvider {
  /// The owner of the rules, such as `CloudKit`.
  var rulesOwner: String { get }

  /// Returns the violations of a model, each a text that names the location and the remedy.
  func violations(of model: ModelDescription) -> [String]
}
