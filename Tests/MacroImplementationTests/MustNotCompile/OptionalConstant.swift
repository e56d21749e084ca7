import SwiftData

@Model
final class Exercise {
  let name: String
  let force: Int?
  let weight: Double?
  init(weight: Double) {
    name = ""
    self.weight = weight
  }
  init() { name = "" }
}

// expected-error 6: cannot expand accessor macro on variable declared with 'let'
// swift-format-ignore-file
