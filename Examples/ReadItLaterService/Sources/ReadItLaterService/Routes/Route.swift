import Foundation
import ReadItLaterCore

/// What a request asks for.
enum Route {
  case list
  case add
  case move(UUID, to: BookmarkStatus)
  case delete(UUID)
  case search
  case health
  case metrics
  /// The path is there, for other methods than the request's.
  case otherMethod
  case unknown

  init(_ request: HTTPRequest) {
    let parts = request.pathComponents
    switch (request.method, parts.first, parts.count) {
    case ("GET", "health", 1): self = .health
    case ("GET", "metrics", 1): self = .metrics
    case ("GET", "search", 1): self = .search
    case ("GET", "bookmarks", 1): self = .list
    case ("POST", "bookmarks", 1): self = .add
    case (let method, "bookmarks", 2...3):
      guard let id = UUID(uuidString: parts[1]) else { self = .unknown; return }
      let status = parts.count == 3 ? BookmarkStatus(rawValue: parts[2]) : nil
      switch (method, parts.count, status) {
      case ("DELETE", 2, _): self = .delete(id)
      case ("POST", 3, let status?): self = .move(id, to: status)
      case (_, 2, _), (_, 3, .some): self = .otherMethod
      default: self = .unknown
      }
    case (_, "health", 1), (_, "metrics", 1), (_, "search", 1), (_, "bookmarks", 1):
      self = .otherMethod
    default: self = .unknown
    }
  }

  /// What metrics call it.
  var name: String {
    switch self {
    case .list: "list"
    case .add: "add"
    case .move: "move"
    case .delete: "delete"
    case .search: "search"
    case .health: "health"
    case .metrics: "metrics"
    case .otherMethod, .unknown: "other"
    }
  }
}
