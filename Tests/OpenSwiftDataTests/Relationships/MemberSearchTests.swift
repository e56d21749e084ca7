import StoreTesting
import TestModels
import Testing

@testable import OpenSwiftData

/// How often all members are gone through while many are related from their own side.
@Suite("Searches among members")
struct MemberSearchTests {
  private static let count = 2_000

  /// Each post gets a tag that has many; whether it has the post is not looked for in all of them each time.
  @Test(arguments: [false, true], [false, true])
  func manyPostsOfOneTagAreSearchedFewTimes(_ areStored: Bool, _ isSet: Bool) throws {
    let store = try TestStore(.memory, GraphSchema.models)
    let context = store.makeContext()
    let tag = Tag(label: "t")
    context.insert(tag)
    var posts = (0..<Self.count).map { Post(title: "\($0)") }
    for post in posts { context.insert(post) }
    if areStored {
      try context.save()
      posts = try context.fetch(FetchDescriptor<Post>())
    }
    _ = tag.posts.count
    for post in posts {
      if isSet { post.tags = [tag] } else { post.tags.append(tag) }
    }
    #expect(tag.posts.count == Self.count && Set(tag.posts.map(\.title)).count == Self.count)
    let relationship = try #require(
      try context.core.bindings.binding(for: Tag.self).relationships.first)
    let known = try #require(relationship.knownMembers(of: tag))
    #expect(known.searchCount < 32)
    // What is searched instead follows each change.
    posts[7].tags = []
    posts[7].tags.append(tag)
    tag.posts.removeAll { $0 === posts[8] }
    posts[8].tags.append(tag)
    #expect(Set(tag.posts.map(\.title)).count == Self.count && tag.posts.count == Self.count)
    try context.save()
    let stored = try store.makeReopenedContext().fetch(FetchDescriptor<Tag>())
    #expect(stored.map { $0.posts.count } == [Self.count])
  }
}
