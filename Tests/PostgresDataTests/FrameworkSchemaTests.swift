import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// Tables as Rails, Fluent and Prisma create them.
@Suite("Schemas of other frameworks", .enabled(if: PostgresServer.isInstalled))
struct FrameworkSchemaTests {
  @Model final class Person {
    var name: String
    var createdAt: Date
    @Relationship(deleteRule: .cascade, inverse: \Post.author) var posts: [Post] = []
    init(name: String) {
      (self.name, createdAt) = (name, Date(timeIntervalSince1970: 1_700_000_000))
    }
  }

  @Model final class Post {
    var title: String
    var author: Person
    @Relationship(inverse: \Label.posts) var labels: [Label] = []
    init(title: String, author: Person) { (self.title, self.author) = (title, author) }
  }

  @Model final class Label {
    var name: String
    var posts: [Post] = []
    init(name: String) { self.name = name }
  }

  /// A schema, and its mapping.
  struct Framework: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let tables: String
    let people: PostgresMapping.Table
    let posts: PostgresMapping.Table
    let labels: PostgresMapping.Table
  }

  /// `rails generate migration` with `id: :uuid`: foreign keys are not deferrable.
  private static let rails = Framework(
    testDescription: "Rails",
    tables: """
      CREATE TABLE people (id uuid DEFAULT gen_random_uuid() NOT NULL PRIMARY KEY, \
      name character varying NOT NULL, created_at timestamp(6) without time zone NOT NULL, \
      lock_version integer DEFAULT 0 NOT NULL); \
      CREATE TABLE posts (id uuid DEFAULT gen_random_uuid() NOT NULL PRIMARY KEY, \
      title character varying, author_id uuid NOT NULL, \
      CONSTRAINT fk_rails_1 FOREIGN KEY (author_id) REFERENCES people (id)); \
      CREATE INDEX index_posts_on_author_id ON posts (author_id); \
      CREATE TABLE labels (id bigserial PRIMARY KEY, name character varying); \
      CREATE TABLE labels_posts (label_id bigint NOT NULL, post_id uuid NOT NULL)
      """,
    people: .table("people"),
    posts: .table(
      "posts",
      joins: ["labels": PostgresMapping.Join("labels_posts", owner: "post_id", member: "label_id")]),
    labels: .table("labels"))

  /// Fluent: `.id()`, `.references`, and a pivot with its own key.
  private static let fluent = Framework(
    testDescription: "Fluent",
    tables: """
      CREATE TABLE "users" ("id" UUID PRIMARY KEY, "name" TEXT NOT NULL, "created_at" TIMESTAMPTZ); \
      CREATE TABLE "posts" ("id" UUID PRIMARY KEY, "title" TEXT NOT NULL, "user_id" UUID NOT NULL, \
      CONSTRAINT "fk:posts.user_id+users.id" FOREIGN KEY ("user_id") REFERENCES "users" ("id") \
      ON DELETE CASCADE ON UPDATE NO ACTION); \
      CREATE TABLE "labels" ("id" UUID PRIMARY KEY, "name" TEXT NOT NULL); \
      CREATE TABLE "post+label" ("id" UUID PRIMARY KEY DEFAULT gen_random_uuid(), \
      "post_id" UUID NOT NULL REFERENCES "posts" ("id") ON DELETE CASCADE, \
      "label_id" UUID NOT NULL REFERENCES "labels" ("id"), UNIQUE ("post_id", "label_id"))
      """,
    people: .table("users"),
    posts: .table(
      "posts", columns: ["author": "user_id"],
      joins: ["labels": PostgresMapping.Join("post+label", owner: "post_id", member: "label_id")]),
    labels: .table("labels"))

  /// Prisma: names as in its models, `ON DELETE RESTRICT`, and an implicit many-to-many relation.
  private static let prisma = Framework(
    testDescription: "Prisma",
    tables: """
      CREATE TABLE "User" ("id" UUID NOT NULL DEFAULT gen_random_uuid(), "name" TEXT NOT NULL, \
      "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, \
      CONSTRAINT "User_pkey" PRIMARY KEY ("id")); \
      CREATE TABLE "Post" ("id" UUID NOT NULL DEFAULT gen_random_uuid(), "title" TEXT NOT NULL, \
      "authorId" UUID NOT NULL, CONSTRAINT "Post_pkey" PRIMARY KEY ("id")); \
      CREATE TABLE "Label" ("id" SERIAL NOT NULL, "name" TEXT NOT NULL, \
      CONSTRAINT "Label_pkey" PRIMARY KEY ("id")); \
      CREATE TABLE "_LabelToPost" ("A" INTEGER NOT NULL, "B" UUID NOT NULL, \
      CONSTRAINT "_LabelToPost_AB_pkey" PRIMARY KEY ("A", "B")); \
      ALTER TABLE "Post" ADD CONSTRAINT "Post_authorId_fkey" FOREIGN KEY ("authorId") \
      REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE; \
      ALTER TABLE "_LabelToPost" ADD CONSTRAINT "_LabelToPost_A_fkey" FOREIGN KEY ("A") \
      REFERENCES "Label"("id") ON DELETE CASCADE ON UPDATE CASCADE; \
      ALTER TABLE "_LabelToPost" ADD CONSTRAINT "_LabelToPost_B_fkey" FOREIGN KEY ("B") \
      REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE
      """,
    people: .table("User", columns: ["createdAt": "createdAt"]),
    posts: .table(
      "Post", columns: ["author": "authorId"],
      joins: ["labels": PostgresMapping.Join("_LabelToPost", owner: "B", member: "A")]),
    labels: .table("Label"))

  @Test(arguments: [rails, fluent, prisma]) func schemasAreReadAndWritten(_ framework: Framework)
    throws
  {
    let database = try AgencyDatabase()
    try database.connection.execute(framework.tables)
    var mapping = PostgresMapping(schema: database.schema)
    mapping[Person.self] = framework.people
    mapping[Post.self] = framework.posts
    mapping[Label.self] = framework.labels
    let container = try database.container(
      allowsSave: true, mapping, [Person.self, Post.self, Label.self])
    let context = ModelContext(container)
    let (ada, ben) = (Person(name: "Ada"), Person(name: "Ben"))
    let label = Label(name: "l")
    for model in [ada, ben, label] as [any PersistentModel] { context.insert(model) }
    let posts = (1...3).map { Post(title: "p\($0)", author: ada) }
    for post in posts {
      context.insert(post)
      post.labels = [label]
    }
    try context.save()
    let other = ModelContext(
      try database.container(
        allowsSave: true, mapping, [Person.self, Post.self, Label.self]))
    let found = try other.fetch(FetchDescriptor<Post>(sortBy: [SortDescriptor(\.title)]))
    #expect(found.map(\.title) == ["p1", "p2", "p3"])
    #expect(found.allSatisfy { $0.author.name == "Ada" && $0.labels.map(\.name) == ["l"] })
    #expect(found[0].author.createdAt == ada.createdAt)
    // One post moves to a new author while the others are deleted with theirs.
    let new = Person(name: "new")
    other.insert(new)
    found[0].author = new
    other.delete(try #require(found[1].author as Person?))
    try other.save()
    let names = try ModelContext(container).fetch(FetchDescriptor<Person>()).map(\.name)
    #expect(Set(names) == ["Ben", "new"])
    let left = try ModelContext(container).fetch(FetchDescriptor<Post>())
    #expect(left.map(\.title) == ["p1"])
    #expect(left[0].labels.map(\.name) == ["l"])
    let join = mapping[Post.self]?.joins["labels"]?.name ?? ""
    #expect(
      try database.connection.rows("SELECT count(*) FROM \(database.schema).\"\(join)\"")
        == [[.integer(1)]])
  }
}
