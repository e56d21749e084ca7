import SwiftData

func make() {
  @Model
  final class Note {
    var title: String
    init(title: String) { self.title = title }
  }
}

// expected-error 5: local type cannot have attached extension macro
// swift-format-ignore-file
