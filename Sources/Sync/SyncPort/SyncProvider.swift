import Foundation

/// A server that stores records, accessed with one account.
///
/// An engine calls a provider from one task at a time. A provider must guarantee the following:
/// - A record is written only if the server has the version whose tag the client knows; the server
///   itself checks this.
/// - A client that reads from a cursor receives the newest version of every record that was written
///   or deleted after the cursor was issued. This holds whatever is written meanwhile, and the
///   client may receive some records again.
/// - A request that fails may have been carried out.
public protocol SyncProvider: Sendable {
  /// Distinguishes the server location from all others, for example by the server's address and a
  /// collection; it does not name the account.
  var identifier: String { get }

  /// The limits of the server.
  var capabilities: SyncCapabilities { get }

  /// Returns the server's name of the current account; nil if there are no accounts.
  ///
  /// - Throws: `SyncError`.
  func account() async throws -> String?

  /// Returns some of the changes since a cursor.
  ///
  /// - Parameters:
  ///   - cursor: The end of the last page; nil for all existing records. Deletions may then be left
  ///     out.
  ///   - limit: The maximum number of changes. A provider may return fewer, and somewhat more if it
  ///     cannot divide what it received.
  /// - Returns: The changes, and the cursor for the next page.
  /// - Throws: `SyncError`, of the kind `cursorExpired` if the server no longer knows the cursor.
  func changes(since cursor: String?, limit: Int) async throws -> SyncPage

  /// Writes some records.
  ///
  /// - Parameter writes: At most `capabilities.maximumWrites` writes, all of different records.
  /// - Returns: The result of each write, in the same order.
  /// - Throws: `SyncError` if the results are unknown.
  func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult]

  /// Stores a piece of a large value; a piece that already exists need not be written again.
  ///
  /// - Parameters:
  ///   - bytes: At most `capabilities.pieceSize` bytes.
  ///   - name: The unique name of the piece: 1 to 96 letters, digits, `-` and `_`.
  /// - Throws: `SyncError`.
  func store(piece bytes: Data, named name: String) async throws

  /// Returns a piece of a large value.
  ///
  /// - Parameter name: The name that it was stored under.
  /// - Returns: Its bytes; nil if there is no such piece.
  /// - Throws: `SyncError`.
  func piece(named name: String) async throws -> Data?
}

extension SyncProvider {
  /// Fetches a page of changes, and asks for fewer changes if the answer would have too many bytes.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of changes; on return, the number of the last request.
  ///   - ask: Requests a number of changes from the server.
  /// - Returns: The page.
  /// - Throws: Errors of `ask`; `answerTooLarge` only if a single change is too large.
  package func page(
    within limit: inout Int, _ ask: (Int) async throws -> SyncPage
  ) async throws -> SyncPage {
    while true {
      do {
        return try await ask(limit)
      } catch let error as SyncError where error.kind == .answerTooLarge && limit > 1 {
        limit = max(1, limit / 4)
      }
    }
  }
}

/// A provider whose server can return the versions of records without their contents.
package protocol VersionTelling: SyncProvider {
  /// Returns some of the changes since a cursor, except a page whose versions are all known.
  ///
  /// - Parameters:
  ///   - cursor: The end of the last page.
  ///   - limit: The maximum number of changes, including known ones.
  ///   - areKnown: Returns whether all versions of a page are known, each given by name and tag. If
  ///     so, nothing more is requested from the server, and the page is empty.
  /// - Returns: The changes, and the cursor for the next page.
  /// - Throws: Errors as in `changes(since:limit:)`.
  func changes(
    since cursor: String, limit: Int,
    unless areKnown: ([(name: String, tag: String)]) throws -> Bool
  ) async throws -> SyncPage
}

/// The limits of a server.
public struct SyncCapabilities: Hashable, Sendable {
  /// The maximum number of records per write request.
  public var maximumWrites: Int
  /// The approximate maximum size of a record's values in bytes; nil if there is no limit.
  public var maximumRecordSize: Int?
  /// The maximum size of a piece of a large value in bytes; by default 256 KiB plus room for
  /// encryption.
  public var pieceSize: Int
  /// The number of changes to request at once.
  public var pageSize: Int

  /// Creates a description of a server's limits.
  public init(
    maximumWrites: Int = 100, maximumRecordSize: Int? = nil, pieceSize: Int = 257 << 10,
    pageSize: Int = 500
  ) {
    (self.maximumWrites, self.maximumRecordSize) = (maximumWrites, maximumRecordSize)
    (self.pieceSize, self.pageSize) = (pieceSize, pageSize)
  }
}
