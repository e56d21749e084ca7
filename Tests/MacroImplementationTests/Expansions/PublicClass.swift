// swift-format-ignore-file

@Model
public final class Note {
  public private(set) var title: String
  public init(title: String) { self.title = title }
}
