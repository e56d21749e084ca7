import SwiftData

final class Palette {}

@Model
final class Poster {
  var name: String = ""
  var palette: Palette
  var spare: Palette?
  var others: [Palette] = []
  var first = Palette()
  init(palette: Palette) { self.palette = palette }
}

// expected-error 8: this type cannot be stored
// expected-error 9: this type cannot be stored
// expected-error 10: this type cannot be stored
// expected-error 11: this type cannot be stored
// expected-nothing-else
// swift-format-ignore-file
