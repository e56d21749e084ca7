import OpenSwiftData

/// One of several contexts that change the same lists, and the lists that it started with.
struct ListProgramSide {
  private(set) var side: ListSide
  private(set) var base: [String: [String]]
  /// Playlists that were inserted again, with their older instances.
  private var former: [String: Playlist] = [:]
  /// Members that were inserted again, or removed from a list and added again.
  private(set) var touched: Set<String> = []

  init(_ context: ModelContext) throws {
    side = try ListSide(context)
    base = side.lists
  }

  /// The names of playlists that were inserted again.
  var upserts: Set<String> { Set(former.keys) }

  /// Whether a row has two instances.
  private(set) var hasNewInstances = false
  /// Playlists with two instances of one row, which are not changed any more.
  private var closed: Set<String> = []

  /// The lists of this context.
  var own: [String: [String]] { side.lists }

  /// Members that are new instances of stored ones, by list.
  var renewed: [String: Set<String>] {
    var renewed: [String: Set<String>] = [:]
    for (name, list) in side.playlists {
      let songs = list.songs.filter { song in side.songs[song.code].map { $0 !== song } ?? false }
      let singers = list.singers.filter { singer in
        side.singers[singer.code].map { $0 !== singer } ?? false
      }
      renewed[name + ".songs"] = Set(songs.map(\.code))
      renewed[name + ".singers"] = Set(singers.map(\.code))
    }
    return renewed
  }

  /// The lists of this context, with the members of older playlist instances added.
  var memberships: [String: [String]] {
    var lists = side.lists
    for (name, list) in former {
      lists[name + ".songs", default: []] += list.songs.map(\.code)
      lists[name + ".singers", default: []] += list.singers.map(\.code)
    }
    return lists
  }

  /// Fetches everything again.
  mutating func refetch(beginningWith stored: [String: [String]]) throws {
    side = try ListSide(side.context)
    base = stored
  }

  /// Makes a random change, and returns its description.
  mutating func change(_ generator: inout SeededGenerator, _ mark: String) -> String {
    let names = ListProgram.names.filter { former[$0] == nil && !closed.contains($0) }
    guard let name = names.randomElement(using: &generator), let list = side.playlists[name] else {
      return "nothing"
    }
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return upsert(name, &generator, mark)
    case 1: return replaceMember(of: list, &generator)
    case 2:
      guard let song = any(side.songs, &generator) else { return "nothing" }
      song.playlist = song.playlist === list ? nil : list
      touched.insert(song.code)
      return "\(song.code).playlist = \(song.playlist?.name ?? "nil")"
    case 3..<8:
      let songs = side.songs
      return edit(&list.songs, songs, &generator) { Song(code: "s" + mark) }
    default:
      let singers = side.singers
      return edit(&list.singers, singers, &generator) { Singer(code: "t" + mark) }
    }
  }

  private func any<Model>(
    _ models: [String: Model], _ generator: inout SeededGenerator
  ) -> Model? {
    models.keys.sorted().randomElement(using: &generator).flatMap { models[$0] }
  }

  private func edit<Model: PersistentModel>(
    _ members: inout [Model], _ models: [String: Model], _ generator: inout SeededGenerator,
    _ make: () -> Model
  ) -> String {
    let place = Int.random(in: 0...members.count, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      members.append(make())
      return "append of a new member"
    case 1:
      members.insert(make(), at: place)
      return "insertion at \(place)"
    case 2 where !members.isEmpty:
      members.remove(at: min(place, members.count - 1))
      return "removal at \(place)"
    case 3 where members.count > 1:
      members.swapAt(min(place, members.count - 1), 0)
      return "exchange of 0 and \(place)"
    case 4:
      members = members.shuffled(using: &generator)
      return "shuffle"
    case 5:
      guard let member = any(models, &generator), !members.contains(where: { $0 === member }) else {
        return "nothing"
      }
      members.insert(member, at: place)
      return "insertion of a saved member at \(place)"
    default:
      guard members.count > 1 else { return "nothing" }
      let member = members.remove(at: min(place, members.count - 1))
      let target = Int.random(in: 0...members.count, using: &generator)
      members.insert(member, at: target)
      return "move from \(place) to \(target)"
    }
  }

  /// Inserts a playlist again, with new and stored members.
  private mutating func upsert(
    _ name: String, _ generator: inout SeededGenerator, _ mark: String
  ) -> String {
    let lists = own
    guard ["songs", "singers"].allSatisfy({ lists["\(name).\($0)"] == base["\(name).\($0)"] })
    else {
      return "nothing"
    }
    let list = Playlist(name: name)
    former[name] = side.playlists[name]
    hasNewInstances = true
    side.context.insert(list)
    var songs = (0..<Int.random(in: 0...2, using: &generator)).map { Song(code: "s\(mark).\($0)") }
    var singers = songs.map { Singer(code: "t" + $0.code.dropFirst()) }
    if Bool.random(using: &generator) {
      // Members of the stored playlist may be set again.
      if let song = any(side.songs, &generator) {
        songs.insert(song, at: 0)
        touched.insert(song.code)
      }
      if let singer = any(side.singers, &generator) {
        singers.append(singer)
        touched.insert(singer.code)
      }
    }
    list.songs = songs
    list.singers = singers
    side.playlists[name] = list
    return "\(name) inserted again with \(songs.map(\.code)) and \(singers.map(\.code))"
  }

  /// Inserts a stored member again, as a member of the playlist.
  private mutating func replaceMember(
    of list: Playlist, _ generator: inout SeededGenerator
  ) -> String {
    let songs = side.songs.keys.sorted()
    guard let code = songs.randomElement(using: &generator), !touched.contains(code) else {
      return "nothing"
    }
    let singer = Singer(code: "t" + code.dropFirst())
    list.songs.append(Song(code: code))
    list.singers.append(singer)
    touched.formUnion([code, singer.code])
    hasNewInstances = true
    closed.insert(list.name)
    return "\(code) and \(singer.code) inserted again in \(list.name)"
  }
}
