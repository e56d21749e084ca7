/// The model that a context returns for an identifier whose entity its container does not know.
final class UnknownModel: PersistentModel {
  var persistentBackingData: any BackingData<UnknownModel>

  static var schemaMetadata: [Schema.PropertyMetadata] { [] }

  init(backingData: any BackingData<UnknownModel>) { persistentBackingData = backingData }

  convenience init(_ identifier: PersistentIdentifier) {
    let backingData = ModelBackingData(for: UnknownModel.self)
    backingData.persistentModelID = identifier
    self.init(backingData: backingData)
  }
}
