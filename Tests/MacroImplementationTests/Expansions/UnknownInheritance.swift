// swift-format-ignore-file

@Model
final class Person: Named {
  var name: String
  init(name: String) { self.name = name }
}
