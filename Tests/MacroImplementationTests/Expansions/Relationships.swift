// swift-format-ignore-file

@Model
final class Author {
  @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []
  @Relationship(.unique) var cover: Cover?
  @Relationship var agent: Agent?
  @Relationship(.cascade, inverse: \Prize.author) var prizes: [Prize] = []
  @Relationship(
    deleteRule: .nullify,  // they outlive their author
    inverse: \Draft.author  // the other end
  )
  var drafts: [Draft]? = []  // none at first
  @Relationship(Schema.Relationship.DeleteRule.deny, inverse: nil) var archive: Archive?
  init() {}
}
