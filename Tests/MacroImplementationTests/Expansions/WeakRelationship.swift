// swift-format-ignore-file

@Model
final class Leaf {
  weak var tree: Tree?
  init() {}
}
