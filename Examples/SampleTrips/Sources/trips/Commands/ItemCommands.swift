import ExampleSupport
import SampleTripsCore

/// `edit-item TRIP ITEM`.
struct EditItemCommand: Command {
  static let name = "edit-item"
  static let synopsis =
    "TRIP ITEM [--title TEXT] [--details TEXT] [--reservation yes|no] [--clear details]"
  static let summary = "Change an item of a bucket list."
  static let details = TripBook.itemDetails
  static let options: Set<CommandOption> = [.title, .newDetails, .hasReservation, .clear]

  private let item: NamedItem
  private let title: String?
  private let newDetails: String?
  private let hasReservation: Bool?

  init(_ invocation: Invocation) throws {
    item = try NamedItem(invocation)
    title = invocation[.title]
    let cleared = try invocation.words(.clear, among: ["details"])
    newDetails = cleared.isEmpty ? invocation[.newDetails] : ""
    let words = try invocation.words(.hasReservation, among: ["yes", "no"])
    hasReservation = words.isEmpty ? nil : words == ["yes"]
    guard Self.options.contains(where: { invocation[$0] != nil }) else {
      throw UsageError(
        "edit-item needs at least one of --title, --details, --reservation and --clear.",
        about: Self.self)
    }
  }

  func run(in session: Session) async throws -> ExitCode {
    try item.change(in: session) { book, trip, item in
      try book.edit(trip) { _ in
        if let title { item.title = title }
        if let newDetails { item.details = newDetails }
        if let hasReservation { item.hasReservation = hasReservation }
      }
      return "Changed “\(item.title.printable)”."
    }
  }
}

/// `tick TRIP ITEM`.
struct TickCommand: Command {
  static let name = "tick"
  static let synopsis = "TRIP ITEM [--off]"
  static let summary = "Tick an item of a bucket list: it is part of the plan."
  static let details = TripBook.itemDetails
  static let options: Set<CommandOption> = [.off]

  private let item: NamedItem
  private let isInPlan: Bool

  init(_ invocation: Invocation) throws {
    item = try NamedItem(invocation)
    isInPlan = invocation[.off] == nil
  }

  func run(in session: Session) async throws -> ExitCode {
    try item.change(in: session) { book, trip, item in
      try book.edit(trip) { _ in item.isInPlan = isInPlan }
      return "\(isInPlan ? "☑" : "☐") \(item.title.printable)"
    }
  }
}

/// `delete-item TRIP ITEM`.
struct DeleteItemCommand: Command {
  static let name = "delete-item"
  static let synopsis = "TRIP ITEM"
  static let summary = "Delete an item of a bucket list."
  static let details = TripBook.itemDetails

  private let item: NamedItem

  init(_ invocation: Invocation) throws { item = try NamedItem(invocation) }

  func run(in session: Session) async throws -> ExitCode {
    try item.change(in: session) { book, trip, item in
      let title = item.title.printable
      try book.delete(item, of: trip)
      return "Deleted “\(title)” from the bucket list of “\(trip.name.printable)”."
    }
  }
}

/// The arguments of commands that change an item.
private struct NamedItem {
  let trip: String
  let item: String

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(2...2)
    (trip, item) = (arguments[0], arguments[1])
  }

  /// Changes the item, and prints the trip or the result of the change.
  func change(
    in session: Session, _ body: (TripBook, Trip, BucketListItem) throws -> String
  ) throws -> ExitCode {
    let book = try session.openStore()
    let trip = try book.trip(named: trip)
    let item = try NamedItems(
      "item", listedBy: "trips show TRIP", trip.bucketList ?? [], id: \.shortID,
      names: { [$0.title] }
    ).item(named: item)
    let text = try body(book, trip, item)
    try session.print(TripRecord(trip)) { text }
    return .success
  }
}

extension CommandOption {
  fileprivate static let title = CommandOption("title", value: "TEXT", "The new title.")
  fileprivate static let newDetails = CommandOption(
    "details", value: "TEXT", "Details of the item.")
  fileprivate static let hasReservation = CommandOption(
    "reservation", value: "yes|no", "Whether the item has a reservation.")
  fileprivate static let clear = CommandOption("clear", value: "details", "Remove the details.")
  fileprivate static let off = CommandOption("off", "Take the tick away.")
}
