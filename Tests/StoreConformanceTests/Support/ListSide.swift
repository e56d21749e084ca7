import OpenSwiftData

/// A context with its instances by their unique values.
struct ListSide {
  let context: ModelContext
  var playlists: [String: Playlist] = [:]
  private(set) var songs: [String: Song] = [:]
  private(set) var singers: [String: Singer] = [:]

  /// Fetches everything.
  ///
  /// - Parameters:
  ///   - context: The context to fetch in.
  ///   - reads: Whether to read all lists.
  /// - Throws: Errors of the fetches.
  init(_ context: ModelContext, reads: Bool = true) throws {
    self.context = context
    for list in try context.fetch(FetchDescriptor<Playlist>()) { playlists[list.name] = list }
    for song in try context.fetch(FetchDescriptor<Song>()) { songs[song.code] = song }
    for singer in try context.fetch(FetchDescriptor<Singer>()) { singers[singer.code] = singer }
    guard reads else { return }
    for list in playlists.values { _ = (list.songs.count, list.singers.count) }
    for singer in singers.values { _ = singer.playlists.count }
  }

  /// The codes of all members, by playlist and relationship.
  var lists: [String: [String]] {
    var lists: [String: [String]] = [:]
    for list in playlists.values {
      lists[list.name + ".songs"] = list.songs.map(\.code)
      lists[list.name + ".singers"] = list.singers.map(\.code)
    }
    return lists
  }
}
