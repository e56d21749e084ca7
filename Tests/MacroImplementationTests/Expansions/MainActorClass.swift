// swift-format-ignore-file

@MainActor @Model
final class Draft {
  var title: String
  var count = 0
  var place: Place?
  init(title: String) { self.title = title }
}
