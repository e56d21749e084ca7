import Foundation
import SwiftData

/// A configuration for a folder that contains models as files: `FOLDER/ENTITY/KEY.json`.
public struct JSONFolderConfiguration: DataStoreConfiguration {
  /// The store that a container opens for the configuration.
  public typealias Store = JSONFolderStore
  /// The name of the store in logs.
  public let name: String
  /// The models of the store; nil to use those of the container.
  public var schema: Schema?
  /// The folder, which is created if needed; only one program at a time may use it.
  public let folder: URL

  /// Creates a configuration.
  public init(name: String = "json", schema: Schema? = nil, folder: URL) {
    (self.name, self.schema, self.folder) = (name, schema, folder)
  }
}

/// The reason that a folder cannot be read as a store.
public enum JSONFolderError: Error {
  /// The file was not written by the store, or is damaged: restore it from a copy, or remove it.
  case unreadableFile(URL, underlying: any Error)
}

extension JSONFolderError: LocalizedError {
  /// What could not be read, and why.
  public var errorDescription: String? {
    switch self {
    case .unreadableFile(let file, let underlying):
      "The store cannot read its file \(file.path). \(Self.reason(underlying))"
    }
  }

  /// What to do about the file.
  public var recoverySuggestion: String? {
    "Restore the file from a backup, or delete it to use the store without its contents."
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case is DecodingError: "It does not contain the JSON that the store writes."
    case CocoaError.fileReadInvalidFileName: "It names a file that cannot belong to the store."
    default: error.localizedDescription
    }
  }
}
