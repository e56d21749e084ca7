// swift-format-ignore-file

// conformances: PersistentModel, _InlineModel, Observable
@Model
final class Note: Sendable {
  var title: String
  init(title: String) { self.title = title }
}
