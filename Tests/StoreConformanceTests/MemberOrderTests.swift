import Foundation
import OpenSwiftData
import Testing

/// The order in which a program arranged the members of a relationship.
@Suite("Order of members")
struct MemberOrderTests {
  private func member(_ name: String, _ context: ModelContext) throws -> Member {
    try #require(
      try context.fetch(FetchDescriptor<Member>(predicate: #Predicate { $0.name == name })).first)
  }

  /// Saving refreshes members after another context saved.
  ///
  /// Refreshing those of one model also refreshes another model, whose members were read before.
  @Test(arguments: TestedStore.supporting(.memberOrder), [false, true])
  func orderIsWrittenAfterAnotherContextSaved(_ kind: TestedStore, _ isOuterFirst: Bool) throws {
    let store = try TestStore(kind, GraphSchema.models)
    do {
      let context = store.makeContext()
      let (outer, inner) = (Member(name: "outer"), Member(name: "inner"))
      context.insert(outer)
      outer.following = [inner]
      inner.following = (1...4).map { Member(name: "\($0)") }
      try context.save()
    }
    let (context, other) = (store.makeContext(), store.makeContext())
    let (outer, inner) = (try member("outer", context), try member("inner", context))
    #expect(outer.following.count == 1)
    #expect(inner.following.count == 4)
    other.insert(Member(name: "unrelated"))
    try other.save()
    let changes = [
      { inner.following.reverse() }, { outer.following.insert(Member(name: "new"), at: 0) },
    ]
    for change in isOuterFirst ? changes.reversed() : changes { change() }
    try context.save()
    #expect(inner.following.map(\.name) == ["4", "3", "2", "1"])
    let last = try store.makeReopenedContext()
    #expect(try member("inner", last).following.map(\.name) == ["4", "3", "2", "1"])
    #expect(try member("outer", last).following.map(\.name) == ["new", "inner"])
  }

  /// Refreshing members during the save must not lose changes, however the models reference each
  /// other.
  @Test(arguments: TestedStore.supporting(.memberOrder))
  func orderIsWrittenForChainsOfChangedModels(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let names = (0..<6).map { "m\($0)" }
    do {
      let context = store.makeContext()
      let members = names.map(Member.init)
      for member in members { context.insert(member) }
      for member in members { member.following = members.filter { $0 !== member } }
      try context.save()
    }
    let (context, other) = (store.makeContext(), store.makeContext())
    let members = try names.map { try member($0, context) }
    for member in members { _ = (member.following.count, member.followers.count) }
    other.insert(Member(name: "unrelated"))
    try other.save()
    for member in members.shuffled() { member.following.shuffle() }
    let wanted = members.map { $0.following.map(\.name) }
    try context.save()
    #expect(members.map { $0.following.map(\.name) } == wanted)
    let last = try store.makeReopenedContext()
    #expect(try names.map { try member($0, last).following.map(\.name) } == wanted)
  }

  @Test(arguments: TestedStore.supporting(.memberOrder))
  func aRefusedSaveCanBeRepeated(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let post = Post(title: "p")
    context.insert(post)
    post.tags = [Tag(label: "x"), Tag(label: "y")]
    try context.save()
    // The rejected transaction also creates the table of positions.
    let company = Company(name: "Acme")
    company.owners = ["Ann", "Bob", "Cy"].map(Citizen.init)
    context.insert(company)
    post.tags.reverse()
    let order = post.tags.map(\.label)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    company.owners?.removeLast()
    try context.save()
    let other = try store.makeReopenedContext()
    #expect(try other.fetch(FetchDescriptor<Post>()).first?.tags.map(\.label) == order)
  }

  /// A model that was unsaved when another context saved is refreshed by a later fetch.
  @Test(arguments: TestedStore.supporting(.memberOrder))
  func newModelsKeepOrderAfterAnotherContextSaved(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let (context, other) = (store.makeContext(), store.makeContext())
    context.insert(Member(name: "Eve"))
    try context.save()
    let ann = Member(name: "Ann")
    context.insert(ann)
    other.insert(Member(name: "Dan"))
    try other.save()
    _ = try context.fetch(FetchDescriptor<Member>())
    ann.following = [Member(name: "Bob"), Member(name: "Cat")]
    try context.save()
    ann.following.swapAt(0, 1)
    _ = try context.fetch(FetchDescriptor<Member>())
    try context.save()
    #expect(ann.following.map(\.name) == ["Cat", "Bob"])
    let read = try store.makeReopenedContext().fetch(
      FetchDescriptor<Member>(predicate: #Predicate { $0.name == "Ann" }))
    #expect(read.first?.following.map(\.name) == ["Cat", "Bob"])
  }

  /// The first list was read before any order was stored; the second one must still read the new
  /// order.
  @Test(arguments: TestedStore.supporting(.memberOrder))
  func orderWrittenByAnotherContainerIsRead(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let posts = ["a", "b"].map(Post.init)
    for post in posts {
      context.insert(post)
      post.tags = ["x", "y", "z"].map(Tag.init)
    }
    try context.save()
    let reader = store.makeContext()
    let (first, second) = (
      try #require(reader.model(for: posts[0].persistentModelID) as? Post),
      try #require(reader.model(for: posts[1].persistentModelID) as? Post)
    )
    #expect(first.tags.map(\.label) == ["x", "y", "z"])
    let other = try store.makeReopenedContext()
    for post in try other.fetch(FetchDescriptor<Post>()) { post.tags.reverse() }
    try other.save()
    #expect(second.tags.map(\.label) == ["z", "y", "x"])
  }
}
