/// Backing data that stores the values itself, for hand-written models.
final class ModelBackingData<Model: PersistentModel> {
  let stored = StoredBackingData()

  init(for modelType: Model.Type) {}
}
