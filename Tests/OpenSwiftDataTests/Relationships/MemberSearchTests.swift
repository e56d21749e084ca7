import StoreTesting
import TestModels
import Testing

@testable import OpenSwiftData

/// The number of full member searches while many models set the relationship from their side.
@Suite("Searches among members")
struct MemberSearchTests {
  private static let count = 2_000

  /// Adding a tag with many posts to each post must not search all of the tag's posts each time.
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
    #expect(tag.posts.count == Self.count)
    #expect(Set(tag.posts.map(\.title)).count == Self.count)
    let relationship = try #require(
      try context.core.bindings.binding(for: Tag.self).relationships.first)
    let known = try #require(relationship.knownMembers(of: tag))
    #expect(known.searchCount < 32)
    // The lookup used instead of a search reflects each change.
    posts[7].tags = []
    posts[7].tags.append(tag)
    tag.posts.removeAll { $0 === posts[8] }
    posts[8].tags.append(tag)
    #expect(Set(tag.posts.map(\.title)).count == Self.count)
    #expect(tag.posts.count == Self.count)
    try context.save()
    let stored = try store.makeReopenedContext().fetch(FetchDescriptor<Tag>())
    #expect(stored.map { $0.posts.count } == [Self.count])
  }
}
