// swift-format-ignore-file

@Model(originalName: "Trip")
final class Journey {
  var title: String = ""
  init() {}
}
