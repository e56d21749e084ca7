import SwiftData

@Model
final class Note {
  let title: String
  init(title: String) { self.title = title }
}

// expected-error 5: cannot expand accessor macro on variable declared with 'let'
// swift-format-ignore-file
