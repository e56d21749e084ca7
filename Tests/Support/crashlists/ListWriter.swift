import Foundation
import OpenSwiftData
import RandomTesting
import TestModels

/// Changes its own members in playlists that other writers also change.
///
/// The data that it has read is usually older than the stored data.
struct ListWriter {
  static let names = ["a", "b", "c"]

  private let container: ModelContainer
  private let name: String
  private var context: ModelContext
  private var lists: [String: Playlist] = [:]
  private var generator: SeededGenerator
  private var number: UInt64

  /// - Parameters:
  ///   - container: The store with the playlists.
  ///   - name: The prefix of its members' codes.
  ///   - seed: The seed of its choices, and of the numbers of new members.
  init(_ container: ModelContainer, _ name: String, _ seed: UInt64) {
    (self.container, self.name, number) = (container, name, seed << 32)
    generator = SeededGenerator(seed: seed)
    context = ModelContext(container)
  }

  /// Starts over without any data read.
  mutating func begin() {
    context = ModelContext(container)
    lists = [:]
  }

  /// Changes one playlist and saves.
  ///
  /// - Parameter say: Called before the save with the playlist's name and the writer's own songs in
  ///   it; its singers are in the same order.
  /// - Throws: Errors of fetching and saving.
  mutating func step(_ say: (String) -> Void) throws {
    if lists.isEmpty || generator.next() % 8 == 0 { try read() }
    let title = Self.names[Int(generator.next() % UInt64(Self.names.count))]
    guard let list = lists[title] else { return }
    let own = list.songs.filter(isOwn)
    var order = own.map(\.code)
    switch generator.next() % 8 {
    case 0:
      // Another instance of a stored playlist.
      let new = Playlist(name: title)
      context.insert(new)
      for _ in 0..<2 { add(makeCode(), to: new, &order, behind: nil) }
      lists = [:]
    case 1..<4: add(makeCode(), to: list, &order, behind: nil)
    case 4: add(makeCode(), to: list, &order, behind: own.randomElement(using: &generator))
    case 5 where own.count > 6:
      let song = own[Int(generator.next() % UInt64(own.count))]
      if let singer = list.singers.first(where: { $0.code == song.code }) { context.delete(singer) }
      order.removeAll { $0 == song.code }
      context.delete(song)
    default: move(own.randomElement(using: &generator), of: list, &order)
    }
    say("try \(title) \(order.joined(separator: ","))")
    try context.save()
  }

  private mutating func read() throws {
    if generator.next() % 4 == 0 { context = ModelContext(container) }
    for list in try context.fetch(FetchDescriptor<Playlist>()) {
      lists[list.name] = list
      _ = (list.songs.count, list.singers.count)
    }
  }

  private func isOwn(_ song: Song) -> Bool { song.code.hasPrefix(name + "-") }

  private mutating func makeCode() -> String {
    number += 1
    return "\(name)-\(number)"
  }

  /// Adds a song and a singer, at the end or after one of its own songs.
  private func add(
    _ code: String, to list: Playlist, _ order: inout [String], behind song: Song?
  ) {
    guard let song, let place = order.firstIndex(of: song.code),
      let songs = list.songs.firstIndex(where: { $0 === song }),
      let singers = list.singers.firstIndex(where: { $0.code == song.code })
    else {
      list.songs.append(Song(code: code))
      list.singers.append(Singer(code: code))
      return order.append(code)
    }
    list.songs.insert(Song(code: code), at: songs + 1)
    list.singers.insert(Singer(code: code), at: singers + 1)
    order.insert(code, at: place + 1)
  }

  /// Moves a song and its singer to the beginning or to the end.
  private mutating func move(_ song: Song?, of list: Playlist, _ order: inout [String]) {
    guard let song, let place = order.firstIndex(of: song.code),
      let songs = list.songs.firstIndex(where: { $0 === song }),
      let singers = list.singers.firstIndex(where: { $0.code == song.code })
    else { return }
    let isLast = generator.next() % 2 == 0
    let passed =
      isLast
      ? [list.songs.count - 1 - songs, list.singers.count - 1 - singers] : [songs, singers]
    // If two neighboring members swap their positions, it is ambiguous which one was moved.
    guard !passed.contains(1) else { return }
    let moved = list.songs.remove(at: songs)
    list.songs.insert(moved, at: isLast ? list.songs.count : 0)
    let singer = list.singers.remove(at: singers)
    list.singers.insert(singer, at: isLast ? list.singers.count : 0)
    order.remove(at: place)
    order.insert(song.code, at: isLast ? order.count : 0)
  }
}
