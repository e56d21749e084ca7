import Foundation
import SwiftData

/// Names a folder whose files are the models: `FOLDER/ENTITY/KEY.json`.
public struct JSONFolderConfiguration: DataStoreConfiguration {
  /// The store that a container opens for the configuration.
  public typealias Store = JSONFolderStore
  /// What logs call the store.
  public let name: String
  /// The models of the store; the container sets it to its own where it is nil.
  public var schema: Schema?
  /// The folder, made where it is missing, which one program at a time may use.
  public let folder: URL

  /// Makes a configuration.
  public init(name: String = "json", schema: Schema? = nil, folder: URL) {
    (self.name, self.schema, self.folder) = (name, schema, folder)
  }
}

/// Why a folder cannot be read as a store.
public enum JSONFolderError: Error {
  /// The file is not what the store wrote: restore it from a copy, or remove it.
  case unreadableFile(URL, underlying: any Error)
}
