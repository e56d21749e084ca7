import SwiftData

@Model
final class Note {
  @Relationship(inverse: \Note.previous) var next: Note?
  init() {}
}

// expected-error 5: has no member 'previous'
// swift-format-ignore-file
