import Foundation

/// A sample entry about a trip, made from a number.
struct TripEntry {
  struct Activity {
    var title: String
    var details: String
  }

  struct Lodging {
    var place: String
    var address: String
  }

  var name: String
  var destination: String
  var start: Date
  var end: Date
  var activities: [Activity]
  var lodging: Lodging?

  init(_ index: Int) {
    // Of each twelve trips, 5, 8 and 11 repeat 0, 3 and 6.
    let repeats = [5, 8, 11].contains(index % 12)
    let subject = repeats ? index - 5 : index
    let city = Self.cities[subject % Self.cities.count]
    let round = subject / Self.cities.count
    let month = round % 12
    let year = Self.firstYear + round / 12
    let isLater = index % 12 == 11
    name = "\(city), \(Self.months[month]) \(year)"
    destination = city
    let days = (year - Self.firstYear) * 365 + month * 30 + subject % 20 + (isLater ? 14 : 0)
    start = Self.firstDay.addingTimeInterval(Double(days) * Self.day)
    end = start.addingTimeInterval(Double(3 + subject % 9) * Self.day)
    activities = (0..<(1 + index % 4)).map { number in
      Self.activities[(index * 3 + number) % Self.activities.count]
    }
    switch index % 12 {
    case 0, 4, 7: lodging = nil
    case 8: lodging = Lodging(place: "\(city) Station Hotel", address: "2 Station Square, \(city)")
    default: lodging = Lodging(place: "Hotel \(city)", address: "1 Main Street, \(city)")
    }
  }

  private static let day: TimeInterval = 86_400
  private static let firstYear = 2024
  /// The first day of `firstYear`.
  private static let firstDay = Date(timeIntervalSince1970: 1_704_067_200)

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static let cities = [
    "京都", "Lisboa", "København", "札幌", "Québec", "Αθήνα", "Kraków", "Reykjavík", "서울",
    "Marrakesh", "Wellington", "Oaxaca", "Zürich", "長崎", "İstanbul", "Tbilisi", "Valparaíso",
  ]

  private static let activities = [
    Activity(title: "Take the first tram", details: "Line 28, before eight"),
    Activity(title: "Climb the tower", details: ""),
    Activity(title: "Eat at the market", details: "Closed on Mondays"),
    Activity(title: "Cross the bridge on foot", details: ""),
    Activity(title: "See the old library", details: "Ask for the reading room"),
    Activity(title: "Swim in the sea", details: ""),
    Activity(title: "Hear a concert", details: "Tickets at the door"),
    Activity(title: "Find the smallest café", details: ""),
    Activity(title: "Walk up to the castle", details: "An hour from the station"),
    Activity(title: "Sketch the harbour", details: "Bring the blue pencils"),
    Activity(title: "Visit the botanical garden", details: ""),
  ]
}
