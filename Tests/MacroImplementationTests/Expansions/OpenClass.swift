// swift-format-ignore-file

@Model
open class Note {
  open var title: String
  public init(title: String) { self.title = title }
}
