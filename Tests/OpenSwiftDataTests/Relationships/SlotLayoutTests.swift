import Foundation
import StoreTesting
import Testing

@testable import OpenSwiftData

/// Relationships whose slots are accessed like those of `AnyObject`, or by their actual type.
@Suite("Slots of relationships")
struct SlotLayoutTests {
  @Test func slotsHaveTheKnownLayout() {
    #expect(SlotLayout.isKnown, "slots of models do not look as those of AnyObject")
  }

  /// Required and optional to-one and to-many relationships are saved, fetched, faulted and
  /// changed.
  @Test(arguments: Backend.available, [true, false])
  func relationshipSlotsAreReadAndChanged(_ backend: Backend, isTrusted: Bool) throws {
    try SlotLayout.$isTrusted.withValue(isTrusted) {
      let store = try TestStore(backend, GraphSchema.models)
      try fill(store.makeContext())
      let context = store.makeContext()
      let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
      #expect(try context.container.core.bindings.binding(for: Trip.self).sharesLayout == isTrusted)
      #expect(Set(trip.items.map(\.title)) == ["a", "b"])
      #expect(trip.notes?.map(\.text) == ["x"])
      #expect(trip.items.allSatisfy { $0.trip === trip })
      let ticket = try #require(try context.fetch(FetchDescriptor<Ticket>()).first)
      #expect(ticket.holder.name == "Ann")
      trip.items.removeAll { $0.title == "a" }
      trip.items.append(Item(title: "c"))
      trip.notes = nil
      ticket.holder = Citizen(name: "Ben")
      try context.save()
      try check(store.makeContext())
    }
  }

  private func fill(_ context: ModelContext) throws {
    let trip = Trip(name: "Alps")
    trip.items = [Item(title: "a")]
    trip.notes = [Remark(text: "x")]
    context.insert(trip)
    context.insert(Item(title: "b", trip: trip))
    context.insert(Ticket(seat: 1, holder: Citizen(name: "Ann")))
    try context.save()
  }

  private func check(_ context: ModelContext) throws {
    let items = try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.title)]))
    #expect(items.map(\.title) == ["a", "b", "c"])
    #expect(items.map { $0.trip?.name } == [nil, "Alps", "Alps"])
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    #expect(trip.items.count == 2)
    // A store does not tell nil from no members.
    #expect(trip.notes?.isEmpty == true)
    let ticket = try #require(try context.fetch(FetchDescriptor<Ticket>()).first)
    #expect(ticket.holder.name == "Ben")
  }
}
