import DataSchema
import Foundation
import RecordStore
import SwiftDataErrors

/// Reads the model that a store contains.
enum StoreModelReader {
  static func version(at url: URL) throws(ModelGenerationError) -> ModelSource.Version {
    do {
      let reader = try StoreReader(url)
      let stored = try reader.readModel()
      guard let model = stored.model else {
        throw ModelGenerationError(
          .noModel,
          "\(url.path) does not contain the model that it was created with"
            + (stored.problem.map { ": \($0)." } ?? "."),
          advice: "Use the app's model instead: the .momd in the app, or the .xcdatamodeld in its "
            + "sources.")
      }
      var version = ModelSource.Version(model: model)
      version.details = stored.details
      return version
    } catch let error as ModelGenerationError {
      throw error
    } catch let error as SwiftDataError {
      throw ModelGenerationError(
        .fileNotReadable, error.errorDescription ?? "\(url.path) cannot be read.",
        advice: error.recoverySuggestion ?? "")
    } catch {
      throw ModelFile.damaged(url.path, "\(error)")
    }
  }
}
