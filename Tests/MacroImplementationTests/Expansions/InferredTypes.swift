// swift-format-ignore-file

@Model
final class Inferred {
  var count = 0
  var isPinned = false
  var created = Date()
  var link = URL(string: "https://example.org")
  var level = Level.low
  init() {}
}
