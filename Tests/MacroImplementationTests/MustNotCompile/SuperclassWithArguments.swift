import SwiftData

class Drawing {
  let width: Int
  init(width: Int) { self.width = width }
}

@Model
final class Sketch: Drawing {
  var title: String
  init(title: String) {
    self.title = title
    super.init(width: 1)
  }
}

// expected-error 15: 'super.init' isn't called on all paths before returning from initializer
// expected-nothing-else
// swift-format-ignore-file
