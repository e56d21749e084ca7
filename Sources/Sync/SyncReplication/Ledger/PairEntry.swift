import SyncPort

/// The sync state of a pair that a server stores as a separate record.
struct PairEntry {
  /// How a pair relates to the list of the record that stores the link.
  enum Use: Int64 {
    /// The pair has not been applied to the list yet.
    case open = 0
    /// The list contains the member independently of the pair.
    case told = 1
    /// The member was added to the list because of the pair.
    case added = 2
  }

  let name: String
  /// The two records; first the one that stores the link in its list, if the models have the
  /// relationship.
  var pair: SyncPair
  /// The server's tag of its version; nil if the server is not known to have it.
  var tag: String?
  /// Whether the two records are related locally.
  var isWanted = true
  /// How the pair relates to the list.
  var use = Use.told
  /// Whether the pair was sent to the server for creation, without an answer so far.
  var isSent = false
  /// Whether the pair was sent to the server for deletion, without an answer so far.
  var isLeaving = false
  /// Whether the server deleted the pair, but the list does not reflect that yet.
  var isGone = false
  /// The last full fetch that saw the pair.
  var epoch: Int64 = 0
  /// Why the server refused it.
  var refusal: String?
}

/// The fact that one record lists another one as a member.
struct PairLink: Hashable {
  let owner: String
  let field: String
  let member: String
}
