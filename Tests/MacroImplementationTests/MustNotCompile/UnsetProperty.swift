import SwiftData

@Model
final class Note {
  var title: String
  var body: String
  init(title: String) {
    self.title = title
  }
}

// expected-error 9: return from initializer without initializing all stored properties
// swift-format-ignore-file
