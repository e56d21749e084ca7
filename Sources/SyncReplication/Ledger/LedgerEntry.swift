import SyncPort

/// What a store notes of one record.
struct LedgerEntry {
  enum State: Int64 {
    /// The record is to be there.
    case live = 1
    /// It was deleted here, which the server is to be told.
    case deleted = 2
  }

  /// Where its row is.
  struct Place: Hashable {
    /// What records call the entity that all others of the table inherit from.
    let root: String
    let key: Int64
  }

  /// The number of the entry in the ledger; 0 for one that is not written yet.
  var id: Int64 = 0
  let name: String
  var kind: String
  var state = State.live
  /// Nil for a record that has no row: of a kind that is not known, or that waits for others.
  var place: Place?
  /// What the server called the last version that is known; nil for none.
  var tag: String?
  /// What counts here.
  var content: SyncContent
  /// What both sides agreed upon last; nil for what `content` says where nothing is pending, and for nothing
  /// where the server never had the record.
  var base: SyncContent?
  /// What the row said when it was last read; nil for what `content` says.
  var seen: [String: SyncValue]?
  /// What was sent and not answered, with the numbers of the sendings.
  var sent: [(number: Int, content: SyncContent)] = []
  /// Whether the server has to be told.
  var isPending = false
  /// Whether the server says that it was deleted, and the row is still there.
  var isDoomed = false
  /// The full reading that saw it last.
  var epoch: Int64 = 0
  /// Whether it leads to large values that are not here yet.
  var wantsFiles = false
  /// Why the server refused it; it is not sent again before it is changed.
  var refusal: String?

  init(name: String, kind: String, content: SyncContent) {
    (self.name, self.kind, self.content) = (name, kind, content)
  }

  /// What both sides agreed upon last; nil for nothing.
  var common: SyncContent? { isPending ? base : content }

  /// What the row said when it was last read.
  var shown: [String: SyncValue] { seen ?? content.fields }
}
