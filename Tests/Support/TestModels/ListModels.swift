import OpenSwiftData

// Ordered lists of models with unique values, of both kinds: one-to-many and many-to-many.

@Model package final class Playlist {
  @Attribute(.unique) package var name: String
  @Relationship(inverse: \Song.playlist) package var songs: [Song] = []
  @Relationship(inverse: \Singer.playlists) package var singers: [Singer] = []
  package init(name: String) { self.name = name }
}

@Model package final class Song {
  @Attribute(.unique) package var code: String
  package var playlist: Playlist?
  package init(code: String) { self.code = code }
}

@Model package final class Singer {
  @Attribute(.unique) package var code: String
  package var playlists: [Playlist] = []
  package init(code: String) { self.code = code }
}

package enum ListSchema {
  package static let models: [any PersistentModel.Type] = [
    Playlist.self, Song.self, Singer.self,
  ]
}
