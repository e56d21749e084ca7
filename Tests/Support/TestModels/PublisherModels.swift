import OpenSwiftData

@Model package final class Publisher {
  package var name: String
  @Relationship(inverse: \Edition.publisher) package var editions: [Edition] = []
  package init(name: String) { self.name = name }
}

/// Requires a publisher, and has its own shelf mark.
@Model package final class Edition {
  package var title: String
  package var publisher: Publisher
  @Relationship(inverse: \ShelfMark.edition) package var mark: ShelfMark?
  package init(title: String, publisher: Publisher) {
    self.title = title
    self.publisher = publisher
  }
}

@Model package final class ShelfMark {
  @Attribute(.unique) package var text: String
  package var edition: Edition
  package init(text: String, edition: Edition) {
    self.text = text
    self.edition = edition
  }
}
