@Model
package final class Note {
  package var title: String
  package init(title: String) { self.title = title }
}
