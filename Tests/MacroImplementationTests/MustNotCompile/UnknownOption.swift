import SwiftData

@Model
final class Note {
  @Attribute(.uniq) var title: String
  @Relationship(.cascades) var next: Note?
  init(title: String) { self.title = title }
}

// expected-error 5: has no member 'uniq'
// expected-error 6: reference to member 'cascades' cannot be resolved
// swift-format-ignore-file
