import Foundation
import OpenSwiftData
import Testing

/// Both sides of a relationship agree, before and after a save.
@Suite("Relationships")
struct RelationshipTests {
  @Test(arguments: TestedStore.all)
  func assignmentInInitConnectsOnInsertion(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let trip = Trip(name: "Alps")
    let boots = Item(title: "boots", trip: trip)
    context.insert(boots)
    #expect(trip.modelContext === context)
    #expect(trip.items == [boots])
    let rope = Item(title: "rope", trip: trip)
    context.insert(rope)
    #expect(trip.items == [boots, rope])
    try context.save()
    #expect(!context.hasChanges)

    let other = try store.makeReopenedContext()
    let read = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
    #expect(read.items.map(\.title) == ["boots", "rope"])
    #expect(read.items.allSatisfy { $0.trip === read })
  }

  @Test(arguments: TestedStore.all)
  func assignmentMovesAMemberBetweenOwners(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let (alps, coast) = (Trip(name: "Alps"), Trip(name: "Coast"))
    context.insert(alps)
    context.insert(coast)
    let boots = Item(title: "boots")
    alps.items.append(boots)
    #expect(boots.trip === alps)
    #expect(boots.modelContext === context)
    boots.trip = coast
    #expect(alps.items.isEmpty)
    #expect(coast.items == [boots])
    alps.items = [boots]
    #expect(coast.items.isEmpty)
    #expect(boots.trip === alps)
    try context.save()
    boots.trip = nil
    #expect(alps.items.isEmpty)
    try context.save()
    let other = try store.makeReopenedContext()
    #expect(try other.fetch(FetchDescriptor<Item>()).first?.trip == nil)
  }

  @Test(arguments: TestedStore.all)
  func storedModelsMoveWithoutBeingLoaded(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    do {
      let context = store.makeContext()
      let trip = Trip(name: "Alps")
      trip.items = [Item(title: "a"), Item(title: "b")]
      context.insert(trip)
      context.insert(Trip(name: "Coast"))
      try context.save()
    }
    let context = store.makeContext()
    let items = try context.fetch(FetchDescriptor<Item>(sortBy: [.init(\.title)]))
    let coast = try #require(
      try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "Coast" })).first)
    items[0].trip = coast
    #expect(coast.items == [items[0]])
    let alps = try #require(items[1].trip)
    #expect(alps.items == [items[1]])
    try context.save()
    let other = try store.makeReopenedContext()
    let trips = try other.fetch(FetchDescriptor<Trip>(sortBy: [.init(\.name)]))
    #expect(trips.map { $0.items.map(\.title) } == [["b"], ["a"]])
  }

  @Test(arguments: TestedStore.supporting(.memberOrder))
  func collectionMutationsAreSaved(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let trip = Trip(name: "Alps")
    context.insert(trip)
    for title in ["a", "b", "c", "d"] { trip.items.append(Item(title: title)) }
    try context.save()
    let all = trip.items
    trip.items.remove(at: 1)
    #expect(all[1].trip == nil)
    trip.items = trip.items.filter { $0.title != "c" }
    #expect(all[2].trip == nil)
    trip.items.insert(all[1], at: 0)
    trip.items.move(from: 2, to: 0)
    trip.items[1] = Item(title: "e")
    #expect(all[1].trip == nil)
    trip.items.append(contentsOf: [all[2], all[2]])
    #expect(trip.items.map(\.title) == ["d", "e", "a", "c"])
    #expect(trip.items.allSatisfy { $0.trip === trip })
    try context.save()
    let other = try store.makeReopenedContext()
    let read = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
    #expect(read.items.map(\.title) == ["d", "e", "a", "c"])
    read.items.removeAll()
    try other.save()
    let last = try store.makeReopenedContext()
    #expect(try last.fetch(FetchDescriptor<Trip>()).first?.items == [])
  }

  @Test(arguments: TestedStore.all)
  func manyToManyRelationshipsAreKeptOnBothSides(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let posts = ["p", "q"].map(Post.init)
    let tags = ["x", "y", "z"].map(Tag.init)
    posts[0].tags = [tags[0], tags[1]]
    tags[2].posts = posts
    context.insert(posts[0])
    // The third tag has the post in its array, so it is inserted as well.
    #expect(posts[0].tags == tags)
    #expect(tags[2].modelContext === context)
    #expect(posts[1].tags == [tags[2]])
    context.insert(tags[2])
    #expect(Set(posts[0].tags.map(\.label)) == ["x", "y", "z"])
    #expect(posts[1].tags == [tags[2]])
    #expect(tags[0].posts == [posts[0]])
    try context.save()
    posts[0].tags.removeFirst()
    #expect(tags[0].posts.isEmpty)
    try context.save()

    let other = try store.makeReopenedContext()
    let read = try other.fetch(FetchDescriptor<Tag>(sortBy: [.init(\.label)]))
    #expect(read.map { Set($0.posts.map(\.title)) } == [[], ["p"], ["p", "q"]])
    #expect(read[1].posts[0].tags.contains { $0 === read[2] })
  }

  @Test(arguments: TestedStore.all)
  func oneToOneAssignmentUnlinksFormerPartners(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let (ann, bob) = (Citizen(name: "Ann"), Citizen(name: "Bob"))
    (ann.passport, bob.passport) = (Passport(number: 1), Passport(number: 2))
    context.insert(ann)
    context.insert(bob)
    #expect(ann.passport?.citizen === ann)
    try context.save()
    let first = try #require(ann.passport)
    bob.passport = first
    #expect(ann.passport == nil)
    #expect(first.citizen === bob)
    try context.save()
    let other = try store.makeReopenedContext()
    let read = try other.fetch(FetchDescriptor<Passport>(sortBy: [.init(\.number)]))
    #expect(read.map { $0.citizen?.name } == ["Bob", nil])
    #expect(read[0].citizen?.passport === read[0])
  }

  @Test(arguments: TestedStore.all)
  func modelsCanBeRelatedToTheirOwnType(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let root = Folder(name: "root")
    root.children = [Folder(name: "a", parent: root), Folder(name: "b")]
    context.insert(root)
    #expect(root.children?.allSatisfy { $0.parent === root } == true)
    let (ann, bob) = (Member(name: "Ann"), Member(name: "Bob"))
    ann.following = [bob, ann]
    context.insert(ann)
    #expect(bob.followers == [ann])
    #expect(ann.followers == [ann])
    try context.save()
    let other = try store.makeReopenedContext()
    let members = try other.fetch(FetchDescriptor<Member>(sortBy: [.init(\.name)]))
    #expect(Set(members[0].following.map(\.name)) == ["Ann", "Bob"])
    #expect(members[1].followers == [members[0]])
    members[1].followers = []
    #expect(members[0].following == [members[0]])
    try other.save()
    let folders = try other.fetch(FetchDescriptor<Folder>(sortBy: [.init(\.name)]))
    #expect(folders.map { $0.parent?.name } == ["root", "root", nil])
    let last = try store.makeReopenedContext()
    let again = try last.fetch(FetchDescriptor<Member>(sortBy: [.init(\.name)]))
    #expect(again.map { $0.following.map(\.name) } == [["Ann"], []])
  }

  /// A member of two models occurs twice when the members of both are read.
  ///
  /// Reading its own members next must not fill in the members of other models.
  @Test(arguments: TestedStore.all)
  func readingMembersOfOneModelDoesNotFillOthers(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let members = ["a", "b", "c", "y", "z"].map { Member(name: $0) }
    for member in members {
      context.insert(member)
      // Saves one at a time, so that keys are in this order in every store.
      try context.save()
    }
    members[0].following = [members[1]]
    members[3].following = [members[0]]
    members[4].following = [members[0], members[2]]
    try context.save()

    let other = try store.makeReopenedContext()
    let late = try other.fetch(
      FetchDescriptor<Member>(predicate: #Predicate { $0.name > "c" }, sortBy: [.init(\.name)]))
    let first = try #require(late[0].following.first)
    let second = try #require(first.following.first)
    first.following = []
    #expect(late[1].following.map(\.name).sorted() == ["a", "c"])
    #expect(first.followers.map(\.name).sorted() == ["y", "z"])
    #expect(second.followers.isEmpty)
    try other.save()
    #expect(second.followers.isEmpty)
  }

  @Test(arguments: TestedStore.all)
  func membersWithoutInverseBelongToOneOwner(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let (alps, coast) = (Trip(name: "Alps"), Trip(name: "Coast"))
    context.insert(alps)
    context.insert(coast)
    alps.notes = [Remark(text: "high"), Remark(text: "cold")]
    try context.save()
    let high = try #require(alps.notes?.first)
    coast.notes = [high]
    #expect(alps.notes?.map(\.text) == ["cold"])
    try context.save()
    let other = try store.makeReopenedContext()
    let trips = try other.fetch(FetchDescriptor<Trip>(sortBy: [.init(\.name)]))
    #expect(trips.map { $0.notes?.map(\.text) } == [["cold"], ["high"]])
    let cold = try #require(trips[0].notes?.first)
    trips[1].notes?.append(cold)
    #expect(trips[0].notes == [])
    try other.save()
    let last = try store.makeReopenedContext()
    let moved = try last.fetch(FetchDescriptor<Trip>(sortBy: [.init(\.name)]))
    #expect(moved.map { Set($0.notes?.map(\.text) ?? []) } == [[], ["cold", "high"]])
  }

  @Test(arguments: TestedStore.all)
  func aRequiredModelIsStored(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let ticket = Ticket(seat: 1, holder: Citizen(name: "Ann"))
    context.insert(ticket)
    ticket.holder.name = "Anna"
    ticket.holder = Citizen(name: "Bob")
    try context.save()
    let other = store.makeContext()
    let read = try #require(try other.fetch(FetchDescriptor<Ticket>()).first)
    #expect(read.holder.name == "Bob")
  }

  @Test(arguments: TestedStore.all)
  func rollbackRestoresBothSides(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let trip = Trip(name: "Alps")
    trip.items = [Item(title: "a"), Item(title: "b")]
    let post = Post(title: "p")
    post.tags = [Tag(label: "x")]
    context.insert(trip)
    context.insert(post)
    try context.save()
    let (items, tag) = (trip.items, post.tags[0])
    trip.items.removeFirst()
    trip.items.append(Item(title: "c"))
    items[1].trip = nil
    post.tags = [Tag(label: "y")]
    context.rollback()
    #expect(trip.items == items)
    #expect(items.allSatisfy { $0.trip === trip })
    #expect(post.tags == [tag])
    #expect(tag.posts == [post])
    #expect(!context.hasChanges)
  }
}

extension Array {
  fileprivate mutating func move(from source: Int, to target: Int) {
    insert(remove(at: source), at: target)
  }
}
