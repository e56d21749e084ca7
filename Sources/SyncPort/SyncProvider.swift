import Foundation

/// A server that keeps records, seen from one account.
///
/// An engine calls it from one task at a time. What a provider has to promise:
/// - A record is written only if the server has the version whose tag the writer knows, and this is decided
///   by the server.
/// - Whoever reads from a cursor on gets the newest version of every record that was written or deleted
///   after the cursor was given, whatever is written meanwhile; it may get some of them again.
/// - A request that fails may have been carried out.
public protocol SyncProvider: Sendable {
  /// What tells the place from all others, such as the address of the server and a collection; it does not
  /// name the account.
  var identifier: String { get }

  /// What the server takes.
  var capabilities: SyncCapabilities { get }

  /// What the server calls the account that is used; nil where there are no accounts.
  ///
  /// - Throws: `SyncError`.
  func account() async throws -> String?

  /// Some of the changes since a cursor.
  ///
  /// - Parameters:
  ///   - cursor: Where the last page ended; nil for all records there are. Deletions may be left out then.
  ///   - limit: How many changes are wanted at most; a provider may give fewer, and some more where it cannot
  ///     divide what it was told.
  /// - Returns: The changes, and from where to read on.
  /// - Throws: `SyncError`, of the kind `cursorExpired` where the server does not know the cursor any more.
  func changes(since cursor: String?, limit: Int) async throws -> SyncPage

  /// Writes some records.
  ///
  /// - Parameter writes: At most `capabilities.maximumWrites`, no two of one name.
  /// - Returns: What came of each, in their order.
  /// - Throws: `SyncError` where it is not known what came of them.
  func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult]

  /// Keeps a piece of a large value; one that is there already may be left as it is.
  ///
  /// - Parameters:
  ///   - bytes: At most `capabilities.pieceSize`.
  ///   - name: 1 to 96 letters, digits, `-` and `_`, which tell the piece from all others.
  /// - Throws: `SyncError`.
  func store(piece bytes: Data, named name: String) async throws

  /// A piece of a large value.
  ///
  /// - Parameter name: What it was stored under.
  /// - Returns: Its bytes; nil where there are none.
  /// - Throws: `SyncError`.
  func piece(named name: String) async throws -> Data?
}

extension SyncProvider {
  /// A page of changes, of fewer changes where those that were asked for have more bytes than an answer may have.
  ///
  /// - Parameters:
  ///   - limit: How many changes are wanted; afterwards as many as the server was asked for last.
  ///   - ask: Asks the server for so many.
  /// - Returns: The page.
  /// - Throws: What `ask` throws, `answerTooLarge` for a single change alone.
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

/// A server that tells the versions of records without what they hold.
package protocol VersionTelling: SyncProvider {
  /// Some of the changes since a cursor, without those that are known already.
  ///
  /// - Parameters:
  ///   - cursor: Where the last page ended.
  ///   - limit: How many changes are wanted at most, with those that are known.
  ///   - areKnown: Tells whether all versions of a page are known, each a name and a tag: nothing more is asked of the
  ///     server then, and the page is empty.
  /// - Returns: The changes, and from where to read on.
  /// - Throws: As `changes(since:limit:)`.
  func changes(
    since cursor: String, limit: Int,
    unless areKnown: ([(name: String, tag: String)]) throws -> Bool
  ) async throws -> SyncPage
}

/// What a server takes.
public struct SyncCapabilities: Hashable, Sendable {
  /// How many records may be written at once.
  public var maximumWrites: Int
  /// How many bytes a record's values may have, as far as one can say; nil for no bound.
  public var maximumRecordSize: Int?
  /// How many bytes a piece of a large value may have; by default 256 KiB, and room for what seals them.
  public var pieceSize: Int
  /// How many changes to ask for at once.
  public var pageSize: Int

  /// Makes a description of what a server takes.
  public init(
    maximumWrites: Int = 100, maximumRecordSize: Int? = nil, pieceSize: Int = 257 << 10,
    pageSize: Int = 500
  ) {
    (self.maximumWrites, self.maximumRecordSize) = (maximumWrites, maximumRecordSize)
    (self.pieceSize, self.pageSize) = (pieceSize, pageSize)
  }
}
