// swift-format-ignore-file
// conformances: _InlineModel, Sendable

@Model
final class Person: NamedModel {
  var name: String
  init(name: String) { self.name = name }
}
