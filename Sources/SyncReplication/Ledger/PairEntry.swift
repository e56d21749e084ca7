import SyncPort

/// What a store notes of a pair that a server keeps as a record of its own.
struct PairEntry {
  /// What came of a pair in the list of the end that tells.
  enum Use: Int64 {
    /// Nothing yet.
    case open = 0
    /// The list says the same by itself.
    case told = 1
    /// The list says it because of the pair.
    case added = 2
  }

  let name: String
  /// The end whose record tells of the other in its list comes first, where the models have the relationship.
  var pair: SyncPair
  /// What the server calls its version; nil where it is not known to have it.
  var tag: String?
  /// Whether the two are related here.
  var isWanted = true
  /// What came of it in the list.
  var use = Use.told
  /// Whether the server was told to make it, and has not answered.
  var isSent = false
  /// Whether the server was told to delete it, and has not answered.
  var isLeaving = false
  /// Whether the server has deleted it, and the list is not in line with that yet.
  var isGone = false
  /// The full reading that saw it last.
  var epoch: Int64 = 0
  /// Why the server refused it.
  var refusal: String?
}

/// That one record names another one in a list of members.
struct PairLink: Hashable {
  let owner: String
  let field: String
  let member: String
}
