// swift-format-ignore-file

// conformances: Sendable
@Model
class BusinessTrip: Trip {
  var perDiem: Double = 0
  @Attribute(.unique) var company: String
  init() {
    company = ""
    super.init(name: "")
  }
}
