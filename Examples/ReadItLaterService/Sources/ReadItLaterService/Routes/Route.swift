import Foundation
import ReadItLaterCore

/// The operation that a request asks for.
enum Route {
  case list
  case add
  case move(UUID, to: BookmarkStatus)
  case delete(UUID)
  case search
  case health
  case metrics

  /// - Throws: `HTTPRefusal` if the service does not have the path, or the path does not support
  ///   the method.
  init(_ request: HTTPRequest) throws(HTTPRefusal) {
    let routes = Self.routes(request.pathComponents)
    guard !routes.isEmpty else {
      throw HTTPRefusal(
        404, "not-found", at: "path",
        "Unknown path \(request.path). Use /bookmarks, /search, /health or /metrics.")
    }
    // The response to HEAD is the response to GET without its body, which the server omits.
    guard let route = routes[request.method == "HEAD" ? "GET" : request.method] else {
      var refusal = HTTPRefusal(
        405, "wrong-method", at: "method",
        "\(request.method) is not supported at \(request.path). Use a method from the header Allow."
      )
      refusal.allowedMethods = (routes.keys + (routes["GET"] == nil ? [] : ["HEAD"])).sorted()
      throw refusal
    }
    self = route
  }

  /// The routes of a path by method; empty if the service does not have the path.
  private static func routes(_ parts: [String]) -> [String: Route] {
    switch (parts.first, parts.count) {
    case ("health", 1): return ["GET": .health]
    case ("metrics", 1): return ["GET": .metrics]
    case ("search", 1): return ["GET": .search]
    case ("bookmarks", 1): return ["GET": .list, "POST": .add]
    case ("bookmarks", 2):
      guard let id = UUID(uuidString: parts[1]) else { return [:] }
      return ["DELETE": .delete(id)]
    case ("bookmarks", 3):
      guard let id = UUID(uuidString: parts[1]), let status = BookmarkStatus(rawValue: parts[2])
      else { return [:] }
      return ["POST": .move(id, to: status)]
    default: return [:]
    }
  }

  /// The label of the route in the metrics.
  var name: String {
    switch self {
    case .list: "list"
    case .add: "add"
    case .move: "move"
    case .delete: "delete"
    case .search: "search"
    case .health: "health"
    case .metrics: "metrics"
    }
  }
}
