import DataSchema
import ModelGeneration
import RecordStore

/// The entities of a store or of a model version.
struct ShownSchema {
  let model: ModelDescription
  let origin: ModelOrigin

  /// - Parameters:
  ///   - place: A store; or a model, recognized by its file extension.
  ///   - version: The name or identifier of a model version; nil for the current one.
  ///   - kinds: The kinds of stores.
  /// - Throws: `ToolError`.
  init(_ place: String, version: String?, _ kinds: StoreKinds) throws {
    guard GivenModel.isModel(place) else {
      guard version == nil else {
        throw ToolError.usage(
          "“\(place)” is not a model, so it has no versions to choose from.",
          advice: "Leave the option out, or specify an .xcdatamodeld or a .momd.")
      }
      let store = try kinds.open(place)
      (model, origin) = (store.model, store.origin)
      return
    }
    let found = try GivenModel(place).version(version)
    (model, origin) = (found.model, .given(found.name))
  }
}
