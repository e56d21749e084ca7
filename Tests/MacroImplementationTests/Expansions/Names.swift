// swift-format-ignore-file

@Model
final class Names {
  var `default`: Int = 0
  var description: String = ""
  var hashValue: Int = 0
  var _hidden: Bool = false
  var id: UUID
  var isDeleted: Bool = false
  init(id: UUID) { self.id = id }
}
