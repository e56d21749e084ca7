// swift-format-ignore-file

@Model
final class Person: Codable, Identifiable {
  var name: String
  init(name: String) { self.name = name }
}
