import Foundation
import Locks
import SQLCore
import SQLiteDriver
import StoreTesting
import Testing

@testable import OpenSwiftData

/// Texts that instances loaded from their rows.
@Suite("Texts of rows")
struct LoadedTextTests {
  /// Texts of many lengths and alphabets.
  private static func letters(_ count: Int) -> [Letter] {
    var random = SeededGenerator(seed: 4_096)
    let alphabets = ["abc xyz", "äöüß éè", "字母表 漢", "🙂🏳️‍🌈e\u{301}", "\0\u{1}\u{7f}\n"]
    return (0..<count).map { number in
      func text() -> String {
        let alphabet = Array(alphabets[Int.random(in: 0..<alphabets.count, using: &random)])
        let limit = [4, 17, 70, 300, 5_000][Int.random(in: 0..<5, using: &random)]
        let length = Int.random(in: 0...limit, using: &random)
        return String(
          (0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
      }
      return Letter(
        number: number, subject: text(), body: text(),
        note: Bool.random(using: &random) ? nil : text())
    }
  }

  private func store(_ backend: Backend, _ count: Int) throws -> (TestStore, [Contents]) {
    let store = try TestStore(backend, for: Letter.self)
    let context = store.makeContext()
    let letters = Self.letters(count)
    let contents = letters.map(Contents.init)
    for letter in letters { context.insert(letter) }
    try context.save()
    return (store, contents)
  }

  private static var inOrder: FetchDescriptor<Letter> {
    FetchDescriptor(sortBy: [SortDescriptor(\.number)])
  }

  @Test(arguments: Backend.available)
  func loadedTextsReadTheSameEachTime(_ backend: Backend) throws {
    let (store, contents) = try store(backend, 600)
    let fetched = try store.makeContext().fetch(Self.inOrder)
    for _ in 0..<3 { #expect(fetched.map(Contents.init) == contents) }
  }

  @Test(arguments: Backend.available)
  func loadedTextsOutliveTheirModels(_ backend: Backend) throws {
    let (store, contents) = try store(backend, 300)
    var read: [Contents] = []
    do {
      let context = store.makeContext()
      read = try context.fetch(Self.inOrder).map(Contents.init)
    }
    #expect(read == contents)
  }

  @Test(arguments: Backend.available)
  func loadedTextsOutliveTheContextAndOtherModels(_ backend: Backend) throws {
    let (store, contents) = try store(backend, 300)
    var kept: [Letter] = []
    do {
      let context = store.makeContext()
      kept = try context.fetch(Self.inOrder).filter { $0.number % 37 == 5 }
    }
    #expect(kept.allSatisfy { $0.modelContext == nil })
    #expect(kept.map(Contents.init) == contents.filter { $0.number % 37 == 5 })
  }

  @Test(arguments: Backend.available)
  func loadedTextsAreChangedInPlace(_ backend: Backend) throws {
    let (store, contents) = try store(backend, 120)
    let context = store.makeContext()
    var expected: [Contents] = []
    for (letter, former) in zip(try context.fetch(Self.inOrder), contents) {
      var now = former
      switch letter.number % 4 {
      case 0:
        letter.body += " and more"
        now.body += " and more"
      case 1:
        letter.note?.append("!")
        now.note?.append("!")
      case 2:
        letter.subject = "new"
        now.subject = "new"
      default:
        letter.number += 0
      }
      expected.append(now)
      #expect(Contents(letter) == now)
    }
    try context.save()
    #expect(try context.fetch(Self.inOrder).map(Contents.init) == expected)
    #expect(try store.makeContext().fetch(Self.inOrder).map(Contents.init) == expected)
  }

  @Test(arguments: Backend.available)
  func undoRestoresTextsThatWereNeverRead(_ backend: Backend) throws {
    let (store, contents) = try store(backend, 60)
    let context = store.makeContext()
    let manager = UndoManager()
    context.undoManager = manager
    let letters = try context.fetch(Self.inOrder)
    manager.beginUndoGrouping()
    for letter in letters { context.delete(letter) }
    try context.save()
    manager.endUndoGrouping()
    #expect(try store.makeContext().fetchCount(Self.inOrder) == 0)
    manager.undo()
    try context.save()
    #expect(try store.makeContext().fetch(Self.inOrder).map(Contents.init) == contents)
  }

  @Test(arguments: Backend.available)
  func savesOfOtherContextsReplaceLoadedTexts(_ backend: Backend) throws {
    let (store, contents) = try store(backend, 60)
    let (context, other) = (store.makeContext(), store.makeContext())
    let letters = try context.fetch(Self.inOrder)
    for letter in try other.fetch(Self.inOrder) { letter.body = "written by another context" }
    try other.save()
    _ = try context.fetch(Self.inOrder)
    for (letter, former) in zip(letters, contents) {
      #expect(letter.body == "written by another context")
      #expect(letter.subject == former.subject)
    }
    for letter in letters { letter.subject = "changed, and then given up again" }
    context.rollback()
    #expect(letters.map(\.subject) == contents.map(\.subject))
  }

  @Test func invalidUTF8InLongTextsIsReplaced() throws {
    let (store, contents) = try store(.file, 60)
    let connection = try SQLiteConnection(path: try #require(store.url).path, mode: .readWrite)
    try connection.run(
      "UPDATE ZLETTER SET ZBODY = CAST(x'6162ff6364656667ff68696a6b6c6d6e6f70' AS TEXT)")
    let letters = try store.makeContext().fetch(Self.inOrder)
    for _ in 0..<3 {
      #expect(letters.map(\.body) == contents.map { _ in "ab\u{fffd}cdefg\u{fffd}hijklmnop" })
    }
  }

  /// Reading loaded texts changes nothing, which Thread Sanitizer verifies.
  @Test func severalThreadsReadLoadedTextsAtOnce() throws {
    let (store, contents) = try store(.memory, 100)
    let context = store.makeContext()
    let models = Models(letters: try context.fetch(Self.inOrder))
    let agree = Mutex<[Bool]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      let isSame = (0..<3).allSatisfy { _ in models.letters.map(Contents.init) == contents }
      agree.withLock { $0.append(isSame) }
    }
    #expect(agree.withLock { $0 } == [true, true, true, true])
  }

  private struct Models: @unchecked Sendable {
    // `@unchecked`: the models are not changed while threads read them.
    let letters: [Letter]
  }

  /// Swift stores strings of up to 15 UTF-8 bytes inline.
  @Test func invalidUTF8InShortTextsIsReplaced() throws {
    let (store, contents) = try store(.file, 8)
    let connection = try SQLiteConnection(path: try #require(store.url).path, mode: .readWrite)
    try connection.run(
      "UPDATE ZLETTER SET ZBODY = CAST(x'61ff62' AS TEXT), ZSUBJECT = 'exactly 15 byte'")
    let letters = try store.makeContext().fetch(Self.inOrder)
    #expect(letters.map(\.body) == contents.map { _ in "a\u{fffd}b" })
    #expect(letters.allSatisfy { $0.subject == "exactly 15 byte" })
  }

  @Test(arguments: Backend.available)
  func mirrorsShowLoadedTextsAsStrings(_ backend: Backend) throws {
    let (store, contents) = try store(backend, 60)
    var shown: [Mirror.Child] = []
    do {
      let letter = try #require(try store.makeContext().fetch(Self.inOrder).last)
      shown = Array(Mirror(reflecting: letter).children)
    }
    let last = try #require(contents.last)
    #expect(shown.map(\.label) == ["number", "subject", "body", "note"])
    #expect(shown.map { $0.value as? String } == [nil, last.subject, last.body, last.note])
  }

  @Test func aModelMayDefineItsOwnMirror() {
    let shown = Mirror(reflecting: Discreet(secret: "a secret of more than fifteen bytes"))
    #expect(shown.children.map(\.label) == ["length"])
  }
}

@Model
private final class Discreet {
  var secret: String

  init(secret: String) { self.secret = secret }
}

extension Discreet: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: ["length": secret.count]) }
}

@Model
private final class Letter {
  var number: Int
  var subject: String
  var body: String
  var note: String?

  init(number: Int, subject: String, body: String, note: String?) {
    self.number = number
    self.subject = subject
    self.body = body
    self.note = note
  }
}

private struct Contents: Equatable, Sendable {
  var number: Int
  var subject: String
  var body: String
  var note: String?

  init(_ letter: Letter) {
    number = letter.number
    subject = letter.subject
    body = letter.body
    note = letter.note
  }
}
