import Foundation
import SwiftData
import Testing

/// Cards that are equal if their contents are equal.
@Model
final class Card {
  var number: Int
  var deck: Deck?

  init(_ number: Int) { self.number = number }

  static func == (lhs: Card, rhs: Card) -> Bool { lhs.number == rhs.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

@Model
final class Deck {
  var name: String = ""
  @Relationship(deleteRule: .cascade, inverse: \Card.deck) var cards: [Card] = []
  var tops: [Card] = []
  init() {}
}

@Suite("Models with an equality of their own")
struct OwnEqualityTests {
  private let context: ModelContext

  init() throws {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    context = ModelContext(try ModelContainer(for: Deck.self, Card.self, configurations: memory))
  }

  @Test func comparisonsUseTheModelsOwnEquality() {
    #expect(Card(1) == Card(1))
    #expect(Card(1) != Card(2))
    #expect([Card(1)].contains(Card(1)))
    #expect(Set([Card(1), Card(1), Card(2)]).count == 2)
  }

  @Test func equalModelsHaveSeparateRows() throws {
    for _ in 1...3 { context.insert(Card(7)) }
    try context.save()
    let cards = try context.fetch(FetchDescriptor<Card>())
    #expect(cards.count == 3)
    #expect(Set(cards.map(ObjectIdentifier.init)).count == 3)
    #expect(Set(cards.map(\.persistentModelID)).count == 3)
    context.delete(cards[1])
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Card>()) == 2)
  }

  @Test func equalModelsAreSeparateMembers() throws {
    let deck = Deck()
    context.insert(deck)
    let cards = (0..<4).map { _ in Card(7) }
    deck.cards = cards
    deck.tops = [cards[2], cards[0]]
    try context.save()
    deck.cards.remove(at: 1)
    #expect(deck.cards.map(ObjectIdentifier.init) == [0, 2, 3].map { ObjectIdentifier(cards[$0]) })
    #expect(cards[1].deck == nil)
    #expect(cards[2].deck === deck)
    deck.tops.reverse()
    try context.save()

    let other = ModelContext(context.container)
    let fetched = try #require(other.fetch(FetchDescriptor<Deck>()).first)
    #expect(
      fetched.cards.map(\.persistentModelID) == [0, 2, 3].map { cards[$0].persistentModelID })
    #expect(fetched.tops.map(\.persistentModelID) == [0, 2].map { cards[$0].persistentModelID })
  }

  @Test func replacingAModelByAnEqualOneIsAChange() throws {
    let deck = Deck()
    context.insert(deck)
    let first = Card(7)
    deck.cards = [first]
    deck.tops = [first]
    try context.save()
    let second = Card(7)
    deck.cards = [second]
    deck.tops = [second]
    #expect(context.hasChanges)
    #expect(first.deck == nil)
    try context.save()
    let other = ModelContext(context.container)
    let fetched = try #require(other.fetch(FetchDescriptor<Deck>()).first)
    #expect(fetched.cards.map(\.persistentModelID) == [second.persistentModelID])
    #expect(fetched.tops.map(\.persistentModelID) == [second.persistentModelID])
  }

  @Test func predicatesDistinguishEqualModels() throws {
    let deck = Deck()
    context.insert(deck)
    let cards = [Card(7), Card(7)]
    deck.cards = [cards[0]]
    context.insert(cards[1])
    try context.save()
    let identifier = cards[0].persistentModelID
    let wanted = FetchDescriptor<Card>(
      predicate: #Predicate { $0.persistentModelID == identifier })
    #expect(try context.fetch(wanted).map(\.persistentModelID) == [identifier])
    cards[1].number = 7
    #expect(try context.fetch(wanted).map(\.persistentModelID) == [identifier])
  }
}
