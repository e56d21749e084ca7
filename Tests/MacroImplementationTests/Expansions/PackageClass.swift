// swift-format-ignore-file

@Model
package final class Note {
  package var title: String
  package init(title: String) { self.title = title }
}
