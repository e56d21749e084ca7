import DataSchema

/// A provider that has to know the models whose records it keeps.
package protocol ModelLearning: SyncProvider {
  /// Takes note of models; an engine tells them before it asks for anything.
  ///
  /// - Parameters:
  ///   - model: The models, with the names that they have.
  ///   - names: What records call entities and properties.
  func learn(_ model: ModelDescription, _ names: RecordNames)
}

/// A provider whose server asks something of the models that are kept there.
///
/// An engine asks it when it is made, so that a program hears of all that is wrong before anything is sent.
package protocol ModelChecking: SyncProvider {
  /// Whose rules they are, such as `CloudKit`.
  var rulesOwner: String { get }

  /// Where a model breaks the rules, each as a text that names the place and what to do about it.
  func violations(of model: ModelDescription) -> [String]
}
