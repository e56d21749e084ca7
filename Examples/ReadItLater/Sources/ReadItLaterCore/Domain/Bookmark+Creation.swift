import Foundation

extension Bookmark {
  /// Why no bookmark can be made of what the user gave.
  package enum CreationError: LocalizedError, Equatable {
    case emptyURL
    case invalidURL(String)
    case unsupportedScheme(String)

    package var errorDescription: String? {
      switch self {
      case .emptyURL: "There is no address."
      case .invalidURL(let text): "“\(text)” is no web address."
      case .unsupportedScheme(let scheme): "Addresses that begin with “\(scheme):” are not kept."
      }
    }

    package var recoverySuggestion: String? {
      "Give an address that begins with http:// or https://."
    }
  }

  /// Checks an address and a title, and makes of them the data of a new bookmark.
  ///
  /// - Parameters:
  ///   - url: An `http` or `https` address.
  ///   - title: What the page is called, if known.
  /// - Returns: The data, meant for the inbox, or why the address cannot be stored.
  package static func create(
    from url: String, title: String?
  ) -> Result<BookmarkData, CreationError> {
    Result { () throws(CreationError) in
      BookmarkData(
        url: try WebAddress(url).text,
        title: title?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "")
    }
  }
}
