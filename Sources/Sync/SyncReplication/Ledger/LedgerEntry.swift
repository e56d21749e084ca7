import SyncPort

/// The sync state of one record.
struct LedgerEntry {
  enum State: Int64 {
    /// The record exists.
    case live = 1
    /// The record was deleted locally, and the server must delete it.
    case deleted = 2
  }

  /// The location of the record's row.
  struct Place: Hashable {
    /// The record name of the root entity of the table.
    let root: String
    let key: Int64
  }

  /// The ID of the entry in the ledger; 0 if it has not been written yet.
  var id: Int64 = 0
  let name: String
  var kind: String
  var state = State.live
  /// Nil for a record without a row: its entity is unknown, or it waits for other records.
  var place: Place?
  /// The server's tag of the last known version; nil if there is none.
  var tag: String?
  /// The current local content.
  var content: SyncContent
  /// The content on which both sides last agreed.
  ///
  /// Nil if nothing is pending, because it then equals `content`, and if the server never had the
  /// record.
  var base: SyncContent?
  /// The fields of the row when it was last read; nil if they equal those of `content`.
  var seen: [String: SyncValue]?
  /// Contents that were sent but not acknowledged, with the numbers of their sendings.
  var sent: [(number: Int, content: SyncContent)] = []
  /// Whether the record must be sent.
  var isPending = false
  /// Whether the server reported its deletion, but the row still exists.
  var isDoomed = false
  /// The last full fetch that saw the record.
  var epoch: Int64 = 0
  /// Whether it references large values that have not been fetched yet.
  var wantsFiles = false
  /// Why the server refused it; it is sent again only after it was changed.
  var refusal: String?

  /// The content on which both sides last agreed; nil if there is none.
  var common: SyncContent? { isPending ? base : content }

  /// The fields of the row when it was last read.
  var shown: [String: SyncValue] { seen ?? content.fields }
}
