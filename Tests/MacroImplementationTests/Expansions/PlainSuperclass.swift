// swift-format-ignore-file

@Model
final class Sketch: Drawing {
  var title: String
  var count: Int = 0
  init(title: String) {
    self.title = title
    super.init()
  }
}
