import SwiftData

@Model
final class Note {
  var title: String {
    didSet {}
  }
  init(title: String) { self.title = title }
}

// expected-error 6: persisted property 'title' cannot have 'willSet' or 'didSet'
// swift-format-ignore-file
