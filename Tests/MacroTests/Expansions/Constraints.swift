// swift-format-ignore-file

@Model
final class Quake {
  #Unique<Quake>([\.code], [\.place, \.time])
  #Index<Quake>([\.magnitude], [\.place, \.time])
  #Index([\.time])
  #Index<Quake>(.binary([\.place]), .rtree([\.latitude, \.longitude]))
  var code: String
  init(code: String) { self.code = code }
}
