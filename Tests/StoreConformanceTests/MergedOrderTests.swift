import Foundation
import OpenSwiftData
import Testing

/// Merges of member orders from several contexts, and the order of owners that are inserted again.
@Suite("Merged order of members")
struct MergedOrderTests {
  /// A store with two playlists: "a" has s3 and s4, "b" has s1, s2, s5 and s6.
  ///
  /// Singers match the songs.
  private func makeStore(_ kind: TestedStore) throws -> TestStore {
    let store = try TestStore(kind, ListSchema.models)
    let context = store.makeContext()
    let (a, b) = (Playlist(name: "a"), Playlist(name: "b"))
    context.insert(a)
    context.insert(b)
    for number in 1...6 {
      let (song, singer) = (Song(code: "s\(number)"), Singer(code: "t\(number)"))
      let owner = [3, 4].contains(number) ? a : b
      owner.songs.append(song)
      owner.singers.append(singer)
      try context.save()
    }
    return store
  }

  /// A context that has read all lists.
  private func side(_ store: TestStore) throws -> ListSide {
    try ListSide(store.makeContext())
  }

  private func stored(_ store: TestStore, _ name: String = "b") throws -> [String] {
    let side = try ListSide(try store.makeReopenedContext())
    let list = try #require(side.playlists[name])
    let songs = list.songs.map { String($0.code.dropFirst()) }
    #expect(list.singers.map { String($0.code.dropFirst()) } == songs)
    return songs
  }

  /// Appends to the songs and to the singers.
  private func append(_ side: ListSide, _ number: String, to name: String = "b") throws {
    let list = try #require(side.playlists[name])
    list.songs.append(side.songs["s" + number] ?? Song(code: "s" + number))
    list.singers.append(side.singers["t" + number] ?? Singer(code: "t" + number))
  }

  private func remove(_ side: ListSide, _ number: String, from name: String = "b") throws {
    let list = try #require(side.playlists[name])
    list.songs.removeAll { $0.code == "s" + number }
    list.singers.removeAll { $0.code == "t" + number }
  }

  private func move(_ side: ListSide, from place: Int, to target: Int, of name: String = "b") throws
  {
    let list = try #require(side.playlists[name])
    list.songs.insert(list.songs.remove(at: place), at: target)
    list.singers.insert(list.singers.remove(at: place), at: target)
  }

  @Test(arguments: TestedStore.supporting(.memberOrder))
  func anAppendKeepsTheOrderOfAnotherContext(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let (one, two) = (try side(store), try side(store))
    try move(one, from: 3, to: 0)
    try move(one, from: 3, to: 1)
    try one.context.save()
    #expect(try stored(store) == ["6", "5", "1", "2"])
    try append(two, "9")
    try two.context.save()
    #expect(try stored(store) == ["6", "5", "1", "2", "9"])
    #expect(two.playlists["b"]?.songs.map(\.code) == ["s6", "s5", "s1", "s2", "s9"])
    #expect(two.playlists["b"]?.singers.map(\.code) == ["t6", "t5", "t1", "t2", "t9"])
  }

  @Test(arguments: TestedStore.supporting(.memberOrder))
  func aRemovalKeepsTheOrderOfAnotherContext(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let (one, two) = (try side(store), try side(store))
    one.playlists["b"]?.songs.reverse()
    one.playlists["b"]?.singers.reverse()
    try one.context.save()
    try remove(two, "2")
    try two.context.save()
    #expect(try stored(store) == ["6", "5", "1"])
  }

  /// Without a history, no container can read which rows another one saved, as between processes.
  @Test func anAppendKeepsTheOrderOfAnotherContainerWithoutHistory() throws {
    let folder = try TestFolder()
    func makeSide() throws -> ListSide {
      var configuration = ModelConfiguration(url: folder.file("test.store"))
      configuration.tracksHistory = false
      let container = try ModelContainer(
        for: Schema(ListSchema.models), configurations: configuration)
      return try ListSide(ModelContext(container))
    }
    let first = try makeSide()
    let list = Playlist(name: "b")
    first.context.insert(list)
    for number in 1...4 {
      list.songs.append(Song(code: "s\(number)"))
      list.singers.append(Singer(code: "t\(number)"))
    }
    try first.context.save()
    let (one, two) = (try makeSide(), try makeSide())
    try move(one, from: 3, to: 0)
    try one.context.save()
    try append(two, "9")
    try two.context.save()
    let stored = try #require(try makeSide().playlists["b"])
    #expect(stored.songs.map(\.code) == ["s4", "s1", "s2", "s3", "s9"])
    #expect(stored.singers.map(\.code) == ["t4", "t1", "t2", "t3", "t9"])
  }

  @Test(arguments: TestedStore.supporting(.memberOrder))
  func aMoveKeepsTheOrderOfOtherMembers(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let (one, two) = (try side(store), try side(store))
    // One context reorders 1 2 5 6 to 6 1 2 5, the other one to 2 5 1 6.
    try move(one, from: 3, to: 0)
    try one.context.save()
    try move(two, from: 0, to: 2)
    try two.context.save()
    #expect(try stored(store) == ["6", "2", "5", "1"])
  }

  @Test(arguments: TestedStore.supporting(.memberOrder))
  func appendsOfBothContextsStandAtTheEnd(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let (one, two) = (try side(store), try side(store))
    try append(one, "8")
    try append(two, "7")
    try one.context.save()
    try two.context.save()
    #expect(try stored(store) == ["1", "2", "5", "6", "8", "7"])
  }

  @Test(arguments: TestedStore.supporting(.memberOrder))
  func insertsOfBothContextsFollowTheirNeighbours(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let (one, two) = (try side(store), try side(store))
    for (side, number) in [(one, "8"), (two, "7")] {
      let list = try #require(side.playlists["b"])
      list.songs.insert(Song(code: "s" + number), at: 1)
      list.singers.insert(Singer(code: "t" + number), at: 1)
      try side.context.save()
    }
    #expect(try stored(store) == ["1", "7", "8", "2", "5", "6"])
  }

  /// A fetch shows what another context saved, and keeps unsaved changes.
  @Test(arguments: TestedStore.supporting(.memberOrder))
  func aFetchMergesUnsavedChanges(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let (one, two) = (try side(store), try side(store))
    try move(one, from: 3, to: 0)
    try one.context.save()
    try append(two, "9")
    _ = try ListSide(two.context)
    #expect(two.playlists["b"]?.songs.map(\.code) == ["s6", "s1", "s2", "s5", "s9"])
    try move(one, from: 1, to: 3)
    try one.context.save()
    try two.context.save()
    #expect(try stored(store) == ["6", "2", "5", "1", "9"])
  }

  @Test(arguments: TestedStore.supporting(.memberOrder, .uniqueConstraints), 1...3)
  func anOwnerInsertedAgainKeepsTheStoredOrder(_ kind: TestedStore, _ count: Int) throws {
    let store = try makeStore(kind)
    let one = try side(store)
    try move(one, from: 3, to: 0)
    try move(one, from: 3, to: 1)
    try one.context.save()
    let context = try store.makeReopenedContext()
    let list = Playlist(name: "b")
    context.insert(list)
    for number in 1...count {
      // Each song gets a smaller code than the one before.
      list.songs.append(Song(code: "s\(30 - number)"))
      list.singers.append(Singer(code: "t\(30 - number)"))
    }
    try context.save()
    let wanted = ["6", "5", "1", "2"] + (1...count).map { "\(30 - $0)" }
    #expect(try stored(store) == wanted)
    #expect(list.songs.map(\.code) == wanted.map { "s" + $0 })
    #expect(list.singers.map(\.code) == wanted.map { "t" + $0 })
  }

  /// Each save adds one member; the later one has the smaller key.
  @Test(arguments: TestedStore.supporting(.memberOrder, .uniqueConstraints))
  func aSingleMemberOfAnOwnerInsertedAgainStandsAtTheEnd(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let one = try side(store)
    try move(one, from: 3, to: 0)
    try one.context.save()
    for code in ["9", "3"] {
      let two = try side(store)
      let list = Playlist(name: "b")
      two.context.insert(list)
      list.songs = [two.songs["s" + code] ?? Song(code: "s" + code)]
      list.singers = [two.singers["t" + code] ?? Singer(code: "t" + code)]
      try two.context.save()
    }
    #expect(try stored(store) == ["6", "1", "2", "5", "9", "3"])
  }

  /// The new instance determines the order of its own members only.
  @Test(arguments: TestedStore.supporting(.memberOrder, .uniqueConstraints))
  func anOwnerInsertedAgainOrdersItsOwnMembers(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let two = try side(store)
    let list = Playlist(name: "b")
    two.context.insert(list)
    list.songs = ["s6", "s1"].compactMap { two.songs[$0] }
    list.singers = ["t6", "t1"].compactMap { two.singers[$0] }
    try two.context.save()
    let found = try stored(store)
    #expect(found.filter { ["1", "6"].contains($0) } == ["6", "1"])
    #expect(found.filter { !["1", "6"].contains($0) } == ["2", "5"])
  }

  /// In a store without stored orders, the save stores an order for one list.
  ///
  /// The other list repeats a member that it already has, which must not move.
  @Test(arguments: TestedStore.supporting(.memberOrder, .uniqueConstraints))
  func anOwnerInsertedAgainKeepsItsOrderBesideAListThatGetsOne(_ kind: TestedStore) throws {
    for code in ["1", "2", "5"] {
      let store = try makeStore(kind)
      let one = try side(store)
      for (name, numbers) in [("c", ["4", "3"]), ("b", [code])] {
        let list = Playlist(name: name)
        one.context.insert(list)
        list.songs = numbers.compactMap { one.songs["s" + $0] }
        list.singers = numbers.compactMap { one.singers["t" + $0] }
      }
      try one.context.save()
      #expect(try stored(store) == ["1", "2", "5", "6"])
      #expect(try stored(store, "c") == ["4", "3"])
    }
  }

  /// Two instances of the same owner are inserted in one save.
  @Test(arguments: TestedStore.supporting(.memberOrder, .uniqueConstraints))
  func anOwnerInsertedTwiceKeepsBothOrders(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = try store.makeReopenedContext()
    for numbers in [["9", "8"], ["7", "0"]] {
      let list = Playlist(name: "b")
      context.insert(list)
      list.songs = numbers.map { Song(code: "s" + $0) }
      list.singers = numbers.map { Singer(code: "t" + $0) }
    }
    try context.save()
    let found = try stored(store)
    #expect(found.count == 8)
    #expect(found.prefix(4) == ["1", "2", "5", "6"])
    #expect(found.filter { ["9", "8"].contains($0) } == ["9", "8"])
    #expect(found.filter { ["7", "0"].contains($0) } == ["7", "0"])
  }

  /// A member that was removed and added again is appended like any other.
  @Test(arguments: TestedStore.supporting(.memberOrder))
  func aMemberThatComesBackStandsAtTheEnd(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let one = try side(store)
    one.playlists["b"]?.songs.reverse()
    one.playlists["b"]?.singers.reverse()
    try one.context.save()
    // This context does not read the lists.
    let other = try ListSide(try store.makeReopenedContext(), reads: false)
    let (song, singer) = (try #require(other.songs["s6"]), try #require(other.singers["t6"]))
    for name in ["a", "b"] {
      song.playlist = other.playlists[name]
      singer.playlists = [try #require(other.playlists[name])]
      try other.context.save()
    }
    #expect(try stored(store) == ["5", "2", "1", "6"])
  }

  @Test(arguments: TestedStore.supporting(.memberOrder))
  func aLinkAddedAndRemovedAgainKeepsThatOfAnotherContext(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let (one, other) = (try side(store), try side(store))
    let list = try #require(one.playlists["a"])
    list.singers.insert(try #require(one.singers["t1"]), at: 0)
    list.singers.remove(at: 0)
    try #require(other.playlists["a"]).singers.append(try #require(other.singers["t1"]))
    try other.context.save()
    try one.context.save()
    let lists = try ListSide(try store.makeReopenedContext()).lists
    #expect(lists["a.singers"] == ["t3", "t4", "t1"])
  }

  @Test(arguments: TestedStore.supporting(.memberOrder))
  func aRemovalElsewhereWinsOverALinkAddedAgain(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let (one, other) = (try side(store), try side(store))
    let list = try #require(one.playlists["a"])
    let singer = list.singers.remove(at: 0)
    list.singers.append(singer)
    try #require(other.playlists["a"]).singers.removeAll { $0.code == "t3" }
    try other.context.save()
    try one.context.save()
    let lists = try ListSide(try store.makeReopenedContext()).lists
    #expect(lists["a.singers"] == ["t4"])
  }

  @Test(arguments: TestedStore.supporting(.memberOrder))
  func aLinkOfAnotherContextCanBeRemovedAfterItWasRead(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let (one, other) = (try side(store), try side(store))
    let list = try #require(one.playlists["a"])
    list.singers.append(try #require(one.singers["t1"]))
    try #require(other.playlists["a"]).singers.append(try #require(other.singers["t1"]))
    try other.context.save()
    _ = try one.context.fetch(FetchDescriptor<Playlist>())
    #expect(list.singers.map(\.code) == ["t3", "t4", "t1"])
    list.singers.removeAll { $0.code == "t1" }
    try one.context.save()
    #expect(try ListSide(try store.makeReopenedContext()).lists["a.singers"] == ["t3", "t4"])
  }

  @Test(arguments: TestedStore.supporting(.memberOrder))
  func aLinkThatAnotherContextRemovedCanBeAddedAfterItWasRead(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let (one, other) = (try side(store), try side(store))
    let list = try #require(one.playlists["a"])
    let singer = list.singers.remove(at: 0)
    try #require(other.playlists["a"]).singers.removeAll { $0.code == "t3" }
    try other.context.save()
    _ = try one.context.fetch(FetchDescriptor<Playlist>())
    #expect(list.singers.map(\.code) == ["t4"])
    list.singers.append(singer)
    try one.context.save()
    #expect(try ListSide(try store.makeReopenedContext()).lists["a.singers"] == ["t4", "t3"])
  }

  @Test(arguments: TestedStore.supporting(.memberOrder))
  func aSongMovedAwayAndBackFollowsTheMoveOfAnotherContext(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let (one, other) = (try side(store), try side(store))
    let song = try #require(one.songs["s3"])
    song.playlist = one.playlists["b"]
    song.playlist = one.playlists["a"]
    try #require(other.songs["s3"]).playlist = other.playlists["b"]
    try other.context.save()
    try one.context.save()
    let lists = try ListSide(try store.makeReopenedContext()).lists
    #expect(lists["a.songs"] == ["s4"])
    #expect(lists["b.songs"] == ["s1", "s2", "s5", "s6", "s3"])
    #expect(try ListSide(one.context).lists == lists)
  }

  @Test(arguments: TestedStore.supporting(.memberOrder))
  func aSongRemovedAndAppendedAgainFollowsTheRemovalOfAnotherContext(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let (one, other) = (try side(store), try side(store))
    let list = try #require(one.playlists["a"])
    let song = list.songs.remove(at: 0)
    list.songs.append(song)
    try #require(other.playlists["a"]).songs.removeAll { $0.code == "s3" }
    try other.context.save()
    try one.context.save()
    let lists = try ListSide(try store.makeReopenedContext()).lists
    #expect(lists["a.songs"] == ["s4"])
    #expect(try ListSide(one.context).lists == lists)
  }

  @Test(arguments: TestedStore.supporting(.memberOrder))
  func aSongMovedAwayAndBackFollowsTheStoreWhenItIsFetched(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let (one, other) = (try side(store), try side(store))
    let song = try #require(one.songs["s3"])
    song.playlist = one.playlists["b"]
    song.playlist = one.playlists["a"]
    try #require(other.songs["s3"]).playlist = other.playlists["b"]
    try other.context.save()
    _ = try one.context.fetch(FetchDescriptor<Song>())
    #expect(song.playlist?.name == "b")
    try one.context.save()
    #expect(try ListSide(try store.makeReopenedContext()).lists["a.songs"] == ["s4"])
  }

  /// A change back to a target that the context has seen replaced is a change.
  @Test(arguments: TestedStore.supporting(.memberOrder))
  func aSongCanBeMovedBackAfterTheMoveOfAnotherContextWasRead(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let (one, other) = (try side(store), try side(store))
    let song = try #require(one.songs["s3"])
    song.playlist = nil
    try #require(other.songs["s3"]).playlist = other.playlists["b"]
    try other.context.save()
    _ = try one.context.fetch(FetchDescriptor<Song>())
    #expect(song.playlist == nil)
    song.playlist = one.playlists["a"]
    try one.context.save()
    let lists = try ListSide(try store.makeReopenedContext()).lists
    #expect(lists["a.songs"] == ["s4", "s3"])
    #expect(lists["b.songs"] == ["s1", "s2", "s5", "s6"])
  }
}
