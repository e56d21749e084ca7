// Part of a simulation of CloudKit that was never compared with Apple's server.

import Foundation
import SyncHTTP

/// A parsed request.
struct CloudKitFakeCall {
  let operation: String
  let scope: String
  let path: String
  let query: [String: String]
  let body: [String: Any]?

  init(_ request: HTTPRequest) throws {
    guard let parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false),
      parts.scheme == "https", parts.host == "api.apple-cloudkit.com"
    else { throw CloudKitFakeRefusal("NOT_FOUND", "\(request.url) is another server") }
    path = parts.path
    let names = parts.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard names.count == 8, names[0].isEmpty, names[1] == "database", names[2] == "1" else {
      throw CloudKitFakeRefusal("NOT_FOUND", "\(parts.path) is no path of an operation")
    }
    guard names[3] == CloudKitFakeServer.container else {
      throw CloudKitFakeRefusal.badRequest("no container \(names[3])")
    }
    guard ["development", "production"].contains(names[4]) else {
      throw CloudKitFakeRefusal.badRequest("no environment \(names[4])")
    }
    guard ["public", "private", "shared"].contains(names[5]) else {
      throw CloudKitFakeRefusal.badRequest("no database \(names[5])")
    }
    (scope, operation) = (names[5], "\(names[6])/\(names[7])")
    var query: [String: String] = [:]
    for item in parts.queryItems ?? [] {
      guard ["ckAPIToken", "ckWebAuthToken"].contains(item.name), query[item.name] == nil else {
        throw CloudKitFakeRefusal.badRequest("unknown parameter \(item.name)")
      }
      query[item.name] = item.value ?? ""
    }
    self.query = query
    body = try Self.body(request)
  }

  private static func body(_ request: HTTPRequest) throws -> [String: Any]? {
    switch request.method {
    case "GET":
      guard request.body == nil else { throw CloudKitFakeRefusal.badRequest("GET with a body") }
      return nil
    case "POST":
      guard request.headers["content-type"]?.hasPrefix("application/json") ?? false,
        let body = request.body,
        let object = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
      else { throw CloudKitFakeRefusal.badRequest("the body is no object of JSON") }
      return object
    default: throw CloudKitFakeRefusal.badRequest("\(request.method) is not taken")
    }
  }

  /// The body, which may only have these keys.
  func object(_ keys: String...) throws -> [String: Any] {
    guard let body else { throw CloudKitFakeRefusal.badRequest("\(operation) wants a POST") }
    try Self.check(body, keys)
    return body
  }

  static func check(_ object: [String: Any], _ keys: [String]) throws {
    if let other = object.keys.first(where: { !keys.contains($0) }) {
      throw CloudKitFakeRefusal.badRequest("Unexpected input: \(other)")
    }
  }

  /// The objects of a list with 1 to 200 elements.
  static func objects(_ json: Any?, _ what: String) throws -> [[String: Any]] {
    guard let objects = json as? [[String: Any]], (1...200).contains(objects.count) else {
      throw CloudKitFakeRefusal.badRequest("there have to be 1 to 200 \(what)")
    }
    return objects
  }

  static func boolean(_ json: Any?) throws -> Bool {
    guard let json else { return false }
    guard let isTrue = json as? Bool else { throw CloudKitFakeRefusal.badRequest("not a boolean") }
    return isTrue
  }

  /// The zone name in an object; the default zone if it has none.
  static func zone(_ json: Any?) throws -> String {
    guard let json else { return "_defaultZone" }
    guard let id = json as? [String: Any], let name = id["zoneName"] as? String, !name.isEmpty
    else {
      throw CloudKitFakeRefusal.badRequest("a zone has no name")
    }
    try check(id, ["zoneName", "ownerRecordName"])
    return name
  }
}
