import Foundation
import Testing

@testable import OpenSwiftData

/// Key paths from another file than their models, whose accessors may differ in optimized code.
@Suite("Key paths along relationships") struct KeyPathSearchTests {
  private let store: GraphStore

  init() throws { store = try GraphStore(seed: 5) }

  private func names<Model: PersistentModel>(
    _ keyPath: PartialKeyPath<Model>, ending: AnyKeyPath? = nil
  ) throws -> [String]? {
    var binding = try store.container.core.bindings.binding(for: Model.self)
    guard let route = binding.route(of: keyPath, ending: ending) else { return nil }
    return try route.enumerated().map { step, keyPath in
      let number = try #require(binding.propertyNumber(of: keyPath))
      let name = binding.properties[number].name
      if step < route.count - 1 { binding = try #require(binding.relationship(number)).destination }
      return name
    }
  }

  @Test func routesPassOptionalsWithQuestionMarks() throws {
    #expect(try names(\Item.trip?.number) == ["trip", "number"])
    #expect(try names(\Item.trip?.rank) == ["trip", "rank"])
    #expect(try names(\Item.spareOf?.number) == ["spareOf", "number"])
    #expect(try names(\Item.trip?.owner) == ["trip", "owner"])
    #expect(try names(\Item.trip?.items) == ["trip", "items"])
    #expect(try names(\Item.trip?.spares) == ["trip", "spares"])
    #expect(try names(\Item.trip?.owner?.boss?.name) == ["trip", "owner", "boss", "name"])
    #expect(try names(\Person.boss?.boss?.boss?.rank) == ["boss", "boss", "boss", "rank"])
  }

  @Test func routesPassOptionalsWithExclamationMarks() throws {
    #expect(try names(\Item.trip!.number) == ["trip", "number"])
    #expect(try names(\Item.trip!.owner!.rank) == ["trip", "owner", "rank"])
    #expect(try names(\Item.trip!.owner?.number) == ["trip", "owner", "number"])
  }

  @Test func routesPassPlainRelationships() throws {
    #expect(try names(\Note.item.number) == ["item", "number"])
    #expect(try names(\Note.item.trip?.owner?.name) == ["item", "trip", "owner", "name"])
    #expect(try names(\Note.item.trip!.rank) == ["item", "trip", "rank"])
  }

  @Test func routesMayHaveAnEnding() throws {
    let count: AnyKeyPath = \String.count
    #expect(try names(\Item.name.count, ending: count) == ["name"])
    #expect(try names(\Note.item.name.count, ending: count) == ["item", "name"])
    let optionalCount: AnyKeyPath = \String?.descriptionLength
    let joined = (\Item.trip?.name).appending(path: \.descriptionLength)
    #expect(try names(joined, ending: optionalCount) == ["trip", "name"])
  }

  @Test func otherKeyPathsHaveNoRoute() throws {
    #expect(try names(\Item.lengthOfTrip) == nil)
    #expect(try names(\Item.trip?.name.count) == nil)
    #expect(try names(\Item.trip?.lengthOfName) == nil)
    #expect(try names(\Trip.items.count) == nil)
    #expect(try names(\Trip.items[0].number) == nil)
    #expect(try names(\Item.trip?.owner!.number) == nil)
  }

  /// The search compares hashes, so different key paths must have different ones.
  @Test func differentKeyPathsHaveDifferentHashes() {
    let keyPaths: [AnyKeyPath] = [
      \Item.number, \Item.rank, \Item.name, \Item.motto, \Item.trip, \Item.spareOf, \Item.trip!,
      \Item.trip?.number, \Item.trip!.number, \Item.spareOf?.number, \Item.spareOf!.number,
      \Item.trip?.rank, \Item.trip!.rank, \Item.trip?.name, \Item.trip?.motto, \Item.trip!.motto,
      \Item.trip?.owner, \Item.trip!.owner, \Item.trip?.owner?.number, \Item.trip?.owner!.number,
      \Item.trip!.owner?.number, \Item.trip!.owner!.number, \Item.trip?.owner?.rank,
      \Item.trip?.owner?.boss?.rank, \Item.trip?.owner?.boss?.boss?.rank, \Item.trip?.items,
      \Item.trip?.spares, \Item.spareOf?.items, \Item.trip?.name.count, \Item.trip?.lengthOfName,
      \Item.lengthOfTrip, \Item.trip?.pass?.number, \Item.spareOf?.pass?.number,
      \Item.trip?.items[0].number, \Item.trip?.items[1].number, \Note.item.number,
      \Note.item.trip?.number, \Note.item.trip!.number, \Note.item.spareOf?.number,
      \Person.boss?.number, \Person.boss?.rank, \Person.boss?.boss?.number,
      \Person.boss?.boss?.rank, \Person.boss?.boss?.boss?.rank,
    ]
    for (index, keyPath) in keyPaths.enumerated() {
      for other in keyPaths[..<index] {
        #expect(keyPath.hashValue != other.hashValue, "\(keyPath) and \(other)")
      }
    }
  }

  /// An unsuccessful search is limited in time, and its result is cached.
  @Test func theSearchIsBounded() throws {
    let binding = try store.container.core.bindings.binding(for: Item.self)
    let keyPaths = (0..<1_200).map { \Item.[$0] }
    for keyPath in keyPaths.prefix(3) {
      var search = KeyPathSearch(for: keyPath, ending: nil)
      #expect(search.route(from: binding) == nil)
      #expect(search.joinCount <= 2_000)
    }
    var known = KnownRoutes()
    for keyPath in keyPaths { known.add(KnownRoutes.Route(keyPaths: nil), for: keyPath) }
    #expect(keyPaths.count { known[$0] != nil } == 1_000)
  }
}

extension Item {
  fileprivate var lengthOfTrip: Int? { trip?.name.count }
  fileprivate subscript(number: Int) -> Int? { trip.map { $0.number + number } }
}

extension Trip {
  fileprivate var lengthOfName: Int { name.count }
}

extension String? {
  fileprivate var descriptionLength: Int { self?.count ?? 0 }
}
