import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

/// The contents of the table of positions.
@Suite("Positions of members")
struct MemberPositionTests {
  private func rows(_ store: TestStore, _ sql: String) throws -> [[SQLValue]] {
    try SQLiteConnection(path: #require(store.url).path, mode: .readWrite).rows(sql)
  }

  @Test func aDeletedMemberHasNoPosition() throws {
    let store = try TestStore(.file, GraphSchema.models)
    let context = store.makeContext()
    let post = Post(title: "p")
    context.insert(post)
    post.tags = ["x", "y", "z"].map(Tag.init)
    try context.save()
    post.tags.reverse()
    try context.save()
    let key = try rows(store, "SELECT Z_PK FROM ZTAG WHERE ZLABEL = 'y'")[0]
    #expect(try rows(store, "SELECT COUNT(*) FROM OPENSWIFTDATA_ORDER") == [[.integer(3)]])
    // No owner is loaded that could rewrite the order of the remaining members.
    let other = try store.makeReopenedContext()
    let tag = try #require(
      try other.fetch(FetchDescriptor<Tag>(predicate: #Predicate { $0.label == "y" })).first)
    other.delete(tag)
    try other.save()
    #expect(try rows(store, "SELECT MEMBER FROM OPENSWIFTDATA_ORDER").contains(key) == false)
    #expect(try rows(store, "SELECT COUNT(*) FROM OPENSWIFTDATA_ORDER") == [[.integer(2)]])
  }

  @Test func membersInKeyOrderNeedNoPositions() throws {
    let store = try TestStore(.file, GraphSchema.models)
    let context = store.makeContext()
    let post = Post(title: "p")
    context.insert(post)
    post.tags = ["x", "y", "z"].map(Tag.init)
    try context.save()
    post.tags.reverse()
    try context.save()
    #expect(try rows(store, "SELECT COUNT(*) FROM OPENSWIFTDATA_ORDER") == [[.integer(3)]])
    post.tags.reverse()
    try context.save()
    #expect(try rows(store, "SELECT COUNT(*) FROM OPENSWIFTDATA_ORDER") == [[.integer(0)]])
  }
}
