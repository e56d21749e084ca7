import ExampleTestSupport
import Foundation

extension TripContents {
  static let history = StoreHistory(
    system: "SampleTrips", versions: versions, sample: { $0 == 0 ? withDuplicates : withoutThem },
    expected: { contents, step in
      step.from == 0 && step.to > 0 ? withDuplicatesMerged.sorted : contents.sorted
    })

  private static func day(_ number: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: 700_000_000 + number * 86_400)
  }

  /// Contents that only version 1 allows: several trips with the same name.
  private static let withDuplicates = TripContents(
    trips: [
      Entry(
        name: "Kyoto", destination: "京都", start: day(0), end: day(7.25),
        items: [
          Item(title: "Temple", details: "before eight", hasReservation: true),
          Item(title: "Tea", details: "", isInPlan: true),
        ]),
      // The first trip again.
      Entry(
        name: "Kyoto", destination: "京都", start: day(0), end: day(7.25),
        items: [
          Item(title: "Tea", details: "", isInPlan: true), Item(title: "Garden"),
          Item(title: "Tea", details: "another house"),
        ],
        stay: Stay(place: "Ryokan", address: "東山区 1")),
      // The first trip once more; only its accommodation is new.
      Entry(
        name: "Kyoto", destination: "京都", start: day(0), end: day(7.25),
        stay: Stay(place: "Hostel", address: "Station")),
      // An accommodation that is already known.
      Entry(
        name: "Kyoto", destination: "京都", start: day(0), end: day(7.25),
        stay: Stay(place: "Ryokan", address: "東山区 1")),
      // Other trips with the same name.
      Entry(name: "Kyoto", destination: "京都", start: day(365), end: day(370)),
      Entry(
        name: "Kyoto", destination: "Kyōto", start: day(0), end: day(7.25),
        items: [Item(title: "Tea", details: "", isInPlan: true)],
        stay: Stay(place: "Inn", address: "")),
      Entry(name: "Kyoto (2)", destination: "", start: day(1), end: day(1)),
      Entry(
        name: "Lisboa", destination: "Portugal", start: day(-0.123456), end: day(12),
        items: [Item(title: "Tram 28")]),
    ],
    looseItems: [Item(title: "Northern lights", details: "some day")],
    looseStays: [Stay(place: "Yurt", address: "")])

  private static let withDuplicatesMerged = TripContents(
    trips: [
      Entry(
        name: "Kyoto", destination: "京都", start: day(0), end: day(7.25),
        items: [
          Item(title: "Temple", details: "before eight", hasReservation: true),
          Item(title: "Tea", details: "", isInPlan: true), Item(title: "Garden"),
          Item(title: "Tea", details: "another house"),
          Item(title: "Hostel", details: "Station", hasReservation: true),
        ],
        stay: Stay(place: "Ryokan", address: "東山区 1")),
      Entry(name: "Kyoto (3)", destination: "京都", start: day(365), end: day(370)),
      Entry(
        name: "Kyoto (4)", destination: "Kyōto", start: day(0), end: day(7.25),
        items: [Item(title: "Tea", details: "", isInPlan: true)],
        stay: Stay(place: "Inn", address: "")),
      Entry(name: "Kyoto (2)", destination: "", start: day(1), end: day(1)),
      Entry(
        name: "Lisboa", destination: "Portugal", start: day(-0.123456), end: day(12),
        items: [Item(title: "Tram 28")]),
    ],
    looseItems: [Item(title: "Northern lights", details: "some day")],
    looseStays: [Stay(place: "Yurt", address: "")])

  private static let withoutThem = TripContents(
    trips: [
      Entry(name: "", destination: "", start: .distantPast, end: .distantFuture),
      Entry(
        name: "Reykjavík", destination: "Ísland", start: day(20), end: day(29.5),
        items: [
          Item(title: "Geysir", details: "☕️ after", hasReservation: true, isInPlan: true),
          Item(title: "Swim"), Item(title: "Swim"),
        ],
        stay: Stay(place: "Gistihús", address: "Laugavegur 1\n101 Reykjavík")),
      Entry(
        name: "Tbilisi", destination: "საქართველო", start: day(40), end: day(41),
        stay: Stay(place: "Hotel", address: "1 Main Street")),
    ],
    looseItems: [Item(title: "Fly a kite", isInPlan: true)],
    looseStays: [Stay(place: "Tent", address: "anywhere")])
}
