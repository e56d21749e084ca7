import Foundation

/// The reason that a bookmark of the store cannot be changed, or another one be added.
package enum BookmarkError: LocalizedError, Equatable {
  /// The address is stored already, in any spelling.
  case addressStored(String, id: UUID, BookmarkStatus)
  /// The bookmark does not exist, or was deleted meanwhile.
  case notFound(UUID)

  package var errorDescription: String? {
    switch self {
    case .addressStored(let address, let id, let status):
      "\(address) is already in \(status.displayName), as \(id.uuidString.lowercased())."
    case .notFound(let id): "There is no bookmark \(id.uuidString.lowercased())."
    }
  }

  package var recoverySuggestion: String? {
    switch self {
    case .addressStored: "Move the stored bookmark instead."
    case .notFound: "Choose one that is in the store."
    }
  }
}
