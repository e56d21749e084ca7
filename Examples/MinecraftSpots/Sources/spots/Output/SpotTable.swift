import ExampleSupport
import Foundation
import MinecraftSpotsCore

/// A table of spots: ID, distance if there is one, position, world, whether it has a picture, name
/// and comment.
struct SpotTable {
  /// The text in place of an empty table.
  static let nothing = "There are no spots to show. Add one: spots add NAME X Y Z"

  private let rows: [(item: Item, distance: Double?)]

  init(_ items: [Item]) {
    rows = items.map { ($0, nil) }
  }

  init(_ matches: [NearestItems.Match]) {
    rows = matches.map { ($0.item, $0.distance) }
  }

  /// - Parameters:
  ///   - identifiers: The shortened identifiers of the spots.
  ///   - terminal: The terminal that shows the lines.
  /// - Returns: One line for each spot.
  func lines(_ identifiers: ShortIdentifiers, on terminal: Terminal) -> [String] {
    Columns(rows: rows.map { cells($0.item, $0.distance, identifiers) }).lines(on: terminal)
  }

  private func cells(
    _ item: Item, _ distance: Double?, _ identifiers: ShortIdentifiers
  ) -> [Columns.Cell] {
    let place = item.coordinates
    let numbers = [place?.x, place?.y, place?.z].map { Columns.Cell.number($0?.description) }
    let text = [item.name, item.comment].compactMap { $0?.isEmpty == false ? $0 : nil }
    return [
      Columns.Cell(identifiers[item.id], .yellow),
      .number(distance.map { String(format: "%.1f", $0) }, .green),
    ] + numbers + [
      Columns.Cell(item.world.map { $0.name ?? "unknown world" } ?? "", .cyan),
      Columns.Cell(item.spotImageName == nil ? "" : "photo", .dim),
      Columns.Cell(text.joined(separator: " – ")),
    ]
  }
}
