import Foundation
import SyncHTTP
import SyncPort

/// The project, database and zone to sync with.
///
/// A zone is a set of documents of one account: `users/{account}/zones/{zone}` and everything below
/// it.
public struct FirestorePlace: Hashable, Sendable {
  /// The identifier of the project, such as `spots-1a2b3`.
  public var project: String
  /// The identifier of the database.
  public var database: String
  /// The name of the zone, which is created if it is missing.
  public var zone: String
  /// The address of the service, or of an emulator.
  public var server: URL

  /// Google's service.
  public static let googleServer: URL = {
    var parts = URLComponents()
    (parts.scheme, parts.host) = ("https", "firestore.googleapis.com")
    return parts.url ?? URL(fileURLWithPath: "/")
  }()

  /// Creates a description of a zone.
  ///
  /// - Parameters:
  ///   - project: The identifier of the project, such as `spots-1a2b3`.
  ///   - database: The identifier of the database; `(default)` is a project's first one.
  ///   - zone: The name of the zone, which is created if it is missing: any name without `/`.
  ///   - server: The address of the service, or of an emulator.
  public init(
    project: String, database: String = "(default)", zone: String,
    server: URL = FirestorePlace.googleServer
  ) {
    (self.project, self.database) = (project, database)
    (self.zone, self.server) = (zone, HTTPAddress.withoutUser(server))
  }

  private var root: String {
    var text = HTTPAddress.withoutUser(server).absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }

  /// Distinguishes the server location from all others.
  var identifier: String { "firestore:\(root)/\(project)/\(database)/\(zone)" }

  /// The name of the root of all documents.
  var documents: String { "projects/\(project)/databases/\(database)/documents" }

  /// Whether requests can be read on the way.
  var isOpen: Bool { !HTTPAddress.isSafe(server) }

  /// Returns the address of an operation.
  ///
  /// - Parameters:
  ///   - operation: The operation, such as `commit`.
  ///   - parent: The name of the document that the operation concerns; nil for the root.
  /// - Returns: The address.
  /// - Throws: `SyncError` of the kind `invalid` if the parts do not form an address.
  func address(_ operation: String, of parent: String? = nil) throws -> URL {
    let path = FirestoreAddress.escaped(parent ?? documents, except: "/()")
    guard let url = URL(string: "\(root)/v1/\(path):\(operation)") else {
      throw SyncError(
        .invalid,
        "The server \(root) and the project “\(project)” do not form a valid address.",
        advice: "Check the address of the server and the identifier of the project.")
    }
    return url
  }

  /// Returns the name of the document of an account's zone.
  ///
  /// - Throws: `SyncError` of the kind `invalid` if Firestore does not accept a name.
  func zoneDocument(of owner: String) throws -> String {
    for (what, name) in [("account", owner), ("zone", zone)] where !FirestoreNames.isValid(name) {
      throw SyncError(
        .invalid, "Firestore does not accept the \(what) “\(name)” as the name of a document.",
        advice: "Use a name without “/” that does not begin with “__” and is not “.” or “..”.")
    }
    return "\(documents)/users/\(owner)/zones/\(zone)"
  }
}

/// Encodes text for addresses and forms.
enum FirestoreAddress {
  /// Returns text as it is escaped in addresses and forms.
  static func escaped(_ text: String, except others: String = "") -> String {
    let letters = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_." + others)
    return text.addingPercentEncoding(withAllowedCharacters: letters) ?? ""
  }

  /// Returns names and values in the format of forms.
  static func form(_ values: KeyValuePairs<String, String>) -> Data {
    Data(values.map { "\($0)=\(escaped($1))" }.joined(separator: "&").utf8)
  }
}
