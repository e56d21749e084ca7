import ExampleSupport
import Foundation
import SampleTripsCore
import SwiftData

extension TripBook {
  /// Finds a trip by its name or identifier.
  ///
  /// - Throws: `CommandFailure` if no trip matches, or more than one; an error of the store.
  func trip(named text: String) throws -> Trip {
    try NamedItems(
      "trip", listedBy: "trips list", try names(), id: \.shortID, names: { [$0.name] }
    ).item(named: text)
  }

  /// The description of the argument TRIP in help.
  static let tripDetails = """
    TRIP is a name, a part of a name that no other trip contains, or an ID from list.
    """

  /// The description of the arguments TRIP and ITEM in help.
  static let itemDetails = """
    \(tripDetails)
    ITEM is a title, a part of a title that no other item of the trip contains, or an ID from show
    --json.
    """
}

extension PersistentModel {
  /// The identifier of the model in its store, such as `p12`: the models have no identifier of their
  /// own.
  var shortID: String {
    // The parts of the identifier are public only in its encoded form.
    let parts = (try? JSONEncoder().encode(persistentModelID)).flatMap {
      try? JSONDecoder().decode(EncodedIdentifier.self, from: $0)
    }
    return parts?.implementation.primaryKey ?? ""
  }
}

private struct EncodedIdentifier: Decodable {
  struct Parts: Decodable {
    var primaryKey: String
  }

  var implementation: Parts
}
