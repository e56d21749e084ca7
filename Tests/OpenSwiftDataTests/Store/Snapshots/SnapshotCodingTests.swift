import Foundation
@testable import OpenSwiftData
import Testing

@Suite("Snapshots as JSON")
struct SnapshotCodingTests {
  @Model final class Padlock {
    @Relationship(inverse: \Opener.padlock) var openers: [Opener]? = []
    init() {}
  }

  @Model final class Opener {
    var number: Int
    var padlock: Padlock
    init(number: Int, padlock: Padlock) { (self.number, self.padlock) = (number, padlock) }
  }

  enum First {
    @Model final class Parchment {
      var text: String
      init(text: String) { self.text = text }
    }
  }

  enum Second {
    @Model final class Parchment {
      var text: Int
      var size = 0.5
      init(text: Int) { self.text = text }
    }
  }

  private func decoded(_ snapshot: DefaultSnapshot) throws -> DefaultSnapshot {
    let json = try JSONEncoder().encode(snapshot)
    return try JSONDecoder().decode(DefaultSnapshot.self, from: json)
  }

  /// The names of properties whose values differ after encoding to JSON and decoding.
  private func changed(_ snapshot: DefaultSnapshot) throws -> [String] {
    let back = try decoded(snapshot)
    #expect(back.persistentIdentifier == snapshot.persistentIdentifier)
    #expect(back.values.count == snapshot.values.count)
    return snapshot.values.filter { !(back.values[$0]?.isSame(as: $1) ?? false) }.keys.sorted()
  }

  private func filled() -> Wide {
    let wide = Wide()
    wide.int = .min
    wide.uint64 = .max
    wide.float = 0.1
    wide.double = -0.0
    wide.decimal = Decimal(string: "12345678901234567890.123456789") ?? 0
    wide.string = "e\u{301}\u{0}\"\\😀"
    wide.date = Date(timeIntervalSinceReferenceDate: 0.1)
    wide.url = URL(string: "https://example.org/a?b=c#d") ?? wide.url
    wide.data = Data([0, 255, 1])
    wide.optionalBool = true
    wide.optionalInt8 = -128
    wide.optionalUInt = .max
    wide.optionalDecimal = Decimal(string: "-0.1")
    wide.optionalString = ""
    wide.optionalDate = .distantFuture
    wide.optionalUUID = UUID()
    wide.optionalURL = URL(fileURLWithPath: "/tmp/ü")
    wide.optionalData = Data()
    return wide
  }

  private func composed() -> Composed {
    let composed = Composed()
    composed.genre = .essay
    composed.shape = .labelled(text: "x", at: Coordinate(latitude: 0.1, longitude: -1))
    composed.address.lines = ["a", ""]
    composed.identifiers = [UUID()]
    composed.scores = ["a": 1, "b": 2]
    composed.shapes = ["s": .circle(radius: 1.5)]
    composed.nested = [[], [1, 2]]
    composed.optionalLevel = .high
    composed.optionalAddress = composed.address
    composed.optionalScores = [:]
    return composed
  }

  @Test func plainValuesRoundTrip() throws {
    let client = try SnapshotClient(Wide.self)
    for wide in [Wide(), filled()] {
      #expect(try changed(DefaultSnapshot(of: wide)) == [])
      try client.save(inserting: [wide])
    }
    for stored in try client.all(Wide.self) { #expect(try changed(stored) == []) }
    let stored = try #require(try client.all(Wide.self).last)
    let given = DefaultSnapshot(of: filled())
    let differing = given.values.filter { !(stored.values[$0]?.isSame(as: $1) ?? false) }
    #expect(Set(differing.keys).isSubset(of: ["optionalUUID", "double"]))
  }

  @Test func composedValuesRoundTrip() throws {
    let client = try SnapshotClient(Composed.self, CodableAttributeTests.Parcel.self)
    let parcel = CodableAttributeTests.Parcel(1)
    parcel.instance = CodableAttributeTests.Tally(9)
    for model in [Composed(), composed(), parcel] as [any PersistentModel] {
      let snapshot = DefaultSnapshot(of: model)
      #expect(try changed(snapshot) == [])
      let result = try client.save(inserting: [model])
      let identifier = try #require(result.remappedIdentifiers.values.first)
      let stored = try #require(
        try client.store.cachedSnapshots(for: [identifier], editingState: client.state)[identifier])
      #expect(try changed(stored) == [])
      for (name, value) in snapshot.values {
        #expect(stored.values[name]?.isSame(as: value) == true, "\(name)")
      }
    }
    // The snapshot holds a copy of the instance.
    let snapshot = DefaultSnapshot(of: parcel)
    parcel.instance.count = 10
    let tally: CodableAttributeTests.Tally? = snapshot.attribute("instance")
    #expect(tally?.count == 9)
  }

  @Test func otherPropertiesRoundTrip() throws {
    ValueTransformer.setValueTransformer(PaintTransformer(), forName: PaintTransformer.name)
    let client = try SnapshotClient(
      Wall.self, Forms.self, Product.self, HandMade.self, Catalogue.Section.Entry.self)
    let models: [any PersistentModel] = [
      Wall(paint: Paint(red: 3)), Forms(secret: "s"), Product(name: "p"),
      HandMade(title: "h"), Catalogue.Section.Entry(title: "t"),
    ]
    for model in models { #expect(try changed(DefaultSnapshot(of: model)) == []) }
    try client.save(inserting: models)
    #expect(try changed(client.all(Wall.self)[0]) == [])
    #expect(try changed(client.all(Forms.self)[0]) == [])
    guard case .transformed(Data([3]))? = try client.all(Wall.self)[0].values["paint"] else {
      Issue.record("The transformer's bytes are not in the snapshot.")
      return
    }
  }

  @Test func relationshipsRoundTrip() throws {
    let client = try SnapshotClient(Author.self)
    let (author, work) = (Author(code: 1), Work(title: "w"))
    author.works = [work]
    work.author = author
    // Without a context, inverse relationships form a retain cycle, as in plain objects.
    defer { author.works = [] }
    for model in [author, work] as [any PersistentModel] {
      #expect(try changed(DefaultSnapshot(of: model)) == [])
    }
    try client.save(inserting: [author, work])
    #expect(try changed(client.all(Author.self)[0]) == [])
    let back = try decoded(client.all(Work.self)[0])
    #expect(back.target("author") == (try client.all(Author.self)[0].persistentIdentifier))
    let nobody = try client.all(Work.self)[0].with("author", .null)
    #expect(try changed(nobody) == [])
    // A snapshot decoded from JSON can be saved.
    try client.save(updating: [try decoded(nobody)])
    #expect(try client.all(Author.self)[0].members("works").isEmpty)
  }

  @Test func relationshipsThatAreNotOptionalRoundTrip() throws {
    let client = try SnapshotClient(Padlock.self)
    let padlock = Padlock()
    let openers = (0..<2).map { Opener(number: $0, padlock: padlock) }
    padlock.openers = openers
    // Without a context, inverse relationships form a retain cycle, as in plain objects.
    defer { padlock.openers = nil }
    for model in [padlock] + openers as [any PersistentModel] {
      #expect(try changed(DefaultSnapshot(of: model)) == [])
    }
    try client.save(inserting: [padlock] + openers as [any PersistentModel])
    let stored = try client.all(Opener.self, by: \.number)
    let lock = try #require(try client.all(Padlock.self).first)
    #expect(stored.map { $0.target("padlock") } == [lock, lock].map(\.persistentIdentifier))
    #expect(lock.members("openers") == stored.map(\.persistentIdentifier))
    for snapshot in stored + [lock] { #expect(try changed(snapshot) == []) }
    let nobodys = stored[0].with("padlock", .null)
    #expect(try changed(nobodys) == [])
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try client.save(updating: [nobodys])
    }
    #expect(try client.all(Opener.self, by: \.number)[0].target("padlock") != nil)
    try client.save(deleting: stored)
    #expect(try client.all(Padlock.self)[0].members("openers").isEmpty)
  }

  @Test func eachVersionOfAModelIsReadAsItself() throws {
    _ = (Schema([First.Parchment.self]), Schema([Second.Parchment.self]))
    let (first, second) = (First.Parchment(text: "a"), Second.Parchment(text: 2))
    #expect(try changed(DefaultSnapshot(of: first)) == [])
    #expect(try changed(DefaultSnapshot(of: second)) == [])
  }

  @Test func copiesReplaceIdentifiers() throws {
    _ = Schema([Author.self])
    let (author, work) = (Author(code: 1), Work(title: "w"))
    author.works = [work]
    work.author = author
    // Without a context, inverse relationships form a retain cycle, as in plain objects.
    defer { author.works = [] }
    var related: [PersistentIdentifier: any BackingData] = [:]
    let snapshot = DefaultSnapshot(
      from: author.persistentBackingData, relatedBackingDatas: &related)
    #expect(Array(related.keys) == [work.persistentModelID])
    #expect(snapshot.persistentIdentifier == author.persistentModelID)
    let own = try PersistentIdentifier.identifier(
      for: "s", entityName: "Author", primaryKey: 1)
    let other = try PersistentIdentifier.identifier(
      for: "s", entityName: "Work", primaryKey: "key")
    let remapped = [work.persistentModelID: other, author.persistentModelID: own]
    let copy = snapshot.copy(persistentIdentifier: own, remappedIdentifiers: remapped)
    #expect(copy.persistentIdentifier == own)
    #expect(copy.members("works") == [other])
    #expect(copy.text("code") == "1")
    let workCopy = DefaultSnapshot(of: work).copy(
      persistentIdentifier: other, remappedIdentifiers: remapped)
    #expect(workCopy.target("author") == own)
    let plain = snapshot.copy(persistentIdentifier: own, remappedIdentifiers: nil)
    #expect(plain.members("works") == [work.persistentModelID])
    #expect(try changed(copy) == [])
  }

  @Test func valuesThatCannotBeReadAreNamed() throws {
    _ = try SnapshotClient(OnlyNote.self)
    let snapshot = DefaultSnapshot(of: OnlyNote(code: 1))
    let bad = snapshot.with("code", .attribute("one"))
    let missing = DefaultSnapshot(
      persistentIdentifier: snapshot.persistentIdentifier,
      values: snapshot.values.filter { $0.key != "code" })
    for snapshot in [bad, missing] {
      let error = #expect(throws: SwiftDataError.valueCannotBeRead) { _ = try decoded(snapshot) }
      #expect(error?.description.contains("OnlyNote.code") == true)
      #expect(error?.recoverySuggestion?.contains("the version of the model") == true)
    }
    let strange = #expect(throws: SwiftDataError.valueCannotBeRead) {
      _ = try decoded(snapshot.with("colour", .attribute("red")))
    }
    #expect(strange?.description.contains("OnlyNote.colour") == true)
    let unknown = DefaultSnapshot(
      persistentIdentifier: try .identifier(for: "s", entityName: "Nobody", primaryKey: 1),
      values: [:])
    let error = #expect(throws: SwiftDataError.unknownSchema) { _ = try decoded(unknown) }
    #expect(error?.description.contains("Nobody") == true)
  }

  @Test func valuesThatCannotBeWrittenAreNamed() throws {
    let wide = Wide()
    wide.double = .infinity
    let error = #expect(throws: SwiftDataError.valueCannotBeStored) {
      _ = try JSONEncoder().encode(DefaultSnapshot(of: wide))
    }
    #expect(error?.description.contains("Wide.double") == true)
    #expect(error?.recoverySuggestion?.contains("configure the encoder") == true)
  }
}

/// A model whose entity name no other class of the process has.
@Model final class OnlyNote {
  var code: Int

  init(code: Int) { self.code = code }
}
