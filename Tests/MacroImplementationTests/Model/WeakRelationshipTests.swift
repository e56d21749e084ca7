import Foundation
import SwiftData
import Testing

@Model
final class Tree {
  var name: String
  var leaves: [Leaf] = []
  init(name: String) { self.name = name }
}

@Model
final class Leaf {
  var number: Int
  weak var tree: Tree?
  init(number: Int, tree: Tree? = nil) {
    self.number = number
    self.tree = tree
  }
}

@Suite("Weak relationships")
struct WeakRelationshipTests {
  @Test func weakRelationshipsAreStoredLikeOthers() throws {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try ModelContainer(for: Tree.self, configurations: memory)
    let context = ModelContext(container)
    let tree = Tree(name: "oak")
    context.insert(tree)
    let leaf = Leaf(number: 1, tree: tree)
    context.insert(leaf)
    tree.leaves.append(Leaf(number: 2))
    #expect(tree.leaves.map(\.number).sorted() == [1, 2])
    try context.save()

    let other = ModelContext(container)
    let leaves = try other.fetch(FetchDescriptor<Leaf>(sortBy: [SortDescriptor(\.number)]))
    #expect(leaves.map { $0.tree?.name } == ["oak", "oak"])
    leaves[0].tree = nil
    try other.save()
    let third = ModelContext(container)
    #expect(try third.fetch(FetchDescriptor<Tree>()).first?.leaves.map(\.number) == [2])
  }
}
