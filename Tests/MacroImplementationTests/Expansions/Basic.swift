// swift-format-ignore-file

@Model
final class Note {
  var title: String
  var body: String = ""
  var tagline: String?

  init(title: String) {
    self.title = title
  }

  var summary: String { "\(title): \(body)" }
  static let limit = 10
  func clear() { body = "" }
}
