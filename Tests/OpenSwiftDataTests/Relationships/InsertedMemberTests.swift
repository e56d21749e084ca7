import Testing

import OpenSwiftData

/// Models are inserted that an unsaved, uninserted owner has in its array.
@Suite("Inserted members")
struct InsertedMemberTests {
  @Model final class Parent {
    var number: Int
    @Relationship(deleteRule: .cascade, inverse: \Child.parent) var children: [Child] = []
    @Relationship(inverse: \Parent.grandparent) var parents: [Parent]? = nil
    var grandparent: Parent?
    init(number: Int, children: [Child] = []) {
      self.number = number
      self.children = children
    }
  }
  @Model final class Child {
    var number: Int
    var parent: Parent?
    init(number: Int) { self.number = number }
  }
  @Model final class Plain {
    var number: Int
    init(number: Int) { self.number = number }
  }
  /// Has members without an inverse relationship.
  @Model final class Box {
    var number: Int
    var contents: [Plain] = []
    init(number: Int) { self.number = number }
  }

  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Parent.self, Child.self, Plain.self, Box.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
  }

  private func count<Model: PersistentModel>(_ type: Model.Type) throws -> Int {
    try ModelContext(container).fetchCount(FetchDescriptor<Model>())
  }

  @Test func aMemberInsertsTheOwnerFromItsInitializer() throws {
    let children = (0..<3).map(Child.init(number:))
    let parent = Parent(number: 1, children: children)
    context.insert(children[1])
    #expect(children.allSatisfy { $0.parent === parent })
    #expect(parent.modelContext === context)
    try context.save()
    #expect(try count(Parent.self) == 1)
    #expect(try count(Child.self) == 3)
    #expect(parent.children.map(\.number) == [0, 1, 2])
  }

  @Test func aMemberInsertsTheOwnerThatAppendedIt() throws {
    let parent = Parent(number: 1)
    for number in 0..<5 { parent.children.append(Child(number: number)) }
    parent.children += [Child(number: 5), Child(number: 6)]
    let inserted = parent.children[5]
    context.insert(inserted)
    try context.save()
    #expect(inserted.parent === parent)
    #expect(try count(Child.self) == 7)
  }

  @Test func aMemberInsertsTheWholeChainOfOwners() throws {
    var parents = [Parent(number: 0)]
    for number in 1..<20_000 {
      let parent = Parent(number: number)
      parent.parents = [parents[number - 1]]
      parents.append(parent)
    }
    context.insert(parents[0])
    #expect(context.insertedModelsArray.count == parents.count)
    #expect(parents[0].grandparent === parents[1])
  }

  @Test func aMemberInsertsItsOwnerWithoutInverse() throws {
    let box = Box(number: 1)
    let plain = Plain(number: 2)
    box.contents = [Plain(number: 1), plain]
    context.insert(plain)
    try context.save()
    #expect(box.modelContext === context)
    let other = ModelContext(container)
    #expect(try other.fetch(FetchDescriptor<Box>()).first?.contents.map(\.number) == [1, 2])
  }

  @Test func aMemberDoesNotInsertAFormerOwner() throws {
    let child = Child(number: 1)
    let parent = Parent(number: 1, children: [child])
    parent.children.removeAll()
    context.insert(child)
    try context.save()
    #expect(try count(Parent.self) == 0)
    #expect(parent.modelContext == nil)
  }

  @Test func aMemberDoesNotInsertAReleasedOwner() throws {
    let child = Child(number: 1)
    _ = Parent(number: 1, children: [child])
    context.insert(child)
    child.number = 2
    try context.save()
    #expect(try count(Parent.self) == 0)
    #expect(child.parent == nil)
  }

  @Test func ownersOfAnotherSchemaAreNotInserted() throws {
    let small = ModelContext(
      try ModelContainer(
        for: Plain.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    let plain = Plain(number: 1)
    let box = Box(number: 1)
    box.contents = [plain]
    small.insert(plain)
    try small.save()
    #expect(box.modelContext == nil)
    #expect(try small.fetchCount(FetchDescriptor<Plain>()) == 1)
  }

  @Test func anOwnerInAnotherContextStaysThere() throws {
    let child = Child(number: 1)
    let parent = Parent(number: 1, children: [child])
    let other = ModelContext(container)
    other.insert(parent)
    #expect(child.modelContext === other)
    #expect(parent.modelContext === other)
  }
}
