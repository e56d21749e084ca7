import Foundation

extension Bookmark {
  /// The reason that no bookmark can be created from the user's input.
  package enum CreationError: LocalizedError, Equatable {
    case emptyURL
    case invalidURL(String)
    case unsupportedScheme(String)

    package var errorDescription: String? {
      switch self {
      case .emptyURL: "The address is empty."
      case .invalidURL(let text): "“\(text)” is not a web address."
      case .unsupportedScheme(let scheme):
        "Addresses that begin with “\(scheme):” cannot be stored."
      }
    }

    /// The description in the language of the share extension.
    package var japaneseDescription: String {
      switch self {
      case .emptyURL: "URLが空です。"
      case .invalidURL(let text): "「\(text)」はWebアドレスではありません。"
      case .unsupportedScheme(let scheme): "「\(scheme):」で始まるURLは保存できません。"
      }
    }

    package var recoverySuggestion: String? {
      "Give an address that begins with http:// or https://."
    }
  }

  /// Creates the data of a new bookmark after checking its address and title.
  ///
  /// - Parameters:
  ///   - url: An `http` or `https` address.
  ///   - title: The title of the page, if known.
  /// - Returns: The data, with the inbox as its status, or why the address cannot be stored.
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
