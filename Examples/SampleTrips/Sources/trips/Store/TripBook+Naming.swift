import ExampleSupport
import Foundation
import SampleTripsCore
import SwiftData

extension TripBook {
  /// The trip that a text names, by its name or identifier.
  /// - Throws: `CommandFailure` where there is none, or more than one, or an error of the store.
  func trip(named text: String) throws -> Trip {
    try NamedItems(
      "trip", listedBy: "trips list", try names(), id: \.shortID, names: { [$0.name] }
    ).item(named: text)
  }

  /// What help says of the argument TRIP.
  static let tripDetails = """
    TRIP is a name, a part of one that no other trip has, or an ID as list shows it.
    """
}

extension Trip {
  /// What identifies the trip in its store, as in `p12`: the models have no identifier of their own.
  var shortID: String {
    // The identifier's parts are public only in the form in which it is encoded.
    let parts = (try? JSONEncoder().encode(persistentModelID)).flatMap {
      try? JSONDecoder().decode(EncodedIdentifier.self, from: $0)
    }
    return parts?.implementation.primaryKey ?? ""
  }

  private struct EncodedIdentifier: Decodable {
    struct Parts: Decodable {
      var primaryKey: String
    }

    var implementation: Parts
  }
}
