import ExamplePages
import ExampleSupport
import Foundation
import SampleTripsCore
import SwiftData
import Synchronization
import WebServer

/// The pages of trips.
enum TripPages: PagedApp {
  static let program = "trips"
  static let port: UInt16 = 8_093

  static let description = PagedAppDescription(
    name: "SampleTrips",
    summary: ("Trips to come, with what to do and where to stay", "これからの旅行と、やりたいこと、泊まる場所"),
    navigation: [
      ("/trips", "Upcoming", "今後の旅行"), ("/past", "Past", "過去の旅行"),
      ("/add", "Add a trip", "旅行を追加"),
    ], color: "#a8431a",
    symbol: """
      <path d="M40 36v-9a4 4 0 0 1 4-4h12a4 4 0 0 1 4 4v9" fill="none" stroke="#fff" \
      stroke-width="6"/><rect x="20" y="36" width="60" height="42" rx="7" fill="#fff"/>\
      <path d="M20 56h60" stroke="#a8431a" stroke-width="4"/><circle cx="50" cy="56" r="6" \
      fill="#ffd34d" stroke="#a8431a" stroke-width="4"/>
      """)

  static func openContainer(in session: Session) throws -> ModelContainer {
    try DuplicateReport.$observer.withValue({ report in migrated.withLock { $0 = report } }) {
      try session.openStore().context.container
    }
  }

  /// What the migration changed that this program ran when it opened the store.
  static let migrated = Mutex(DuplicateReport())

  static func routes(_ container: ModelContainer, _ session: Session) -> [WebRoute] {
    let pages = TripHandlers(container: container)
    return [
      WebRoute("GET", "/") { _ in .seeOther("/trips") },
      WebRoute("GET", "/trips") { try pages.list(.upcoming, $0) },
      WebRoute("GET", "/past") { try pages.list(.past, $0) },
      WebRoute("GET", "/migration", respond: pages.showMigration),
      WebRoute("GET", "/add", respond: pages.showAdding),
      WebRoute("POST", "/add", respond: pages.add),
      WebRoute("GET", "/trips/:id", respond: pages.show),
      WebRoute("GET", "/trips/:id/edit", respond: pages.showEditing),
      WebRoute("POST", "/trips/:id/edit", respond: pages.edit),
      WebRoute("GET", "/trips/:id/delete", respond: pages.askForDeletion),
      WebRoute("POST", "/trips/:id/delete", respond: pages.delete),
      WebRoute("GET", "/trips/:id/stay", respond: pages.showStay),
      WebRoute("POST", "/trips/:id/stay", respond: pages.changeStay),
      WebRoute("POST", "/trips/:id/stay/delete", respond: pages.deleteStay),
      WebRoute("POST", "/trips/:id/items", respond: pages.addItem),
      WebRoute("GET", "/trips/:id/items/:item", respond: pages.showItem),
      WebRoute("POST", "/trips/:id/items/:item", respond: pages.editItem),
      WebRoute("POST", "/trips/:id/items/:item/tick", respond: pages.tickItem),
      WebRoute("POST", "/trips/:id/items/:item/delete", respond: pages.deleteItem),
    ]
  }

  static func problem(_ error: any Error, _ language: PageLanguage) -> String? {
    (error as? TripError).map { error in
      switch error {
      case .noName: language("Give the trip a name.", "旅行名を入力してください。")
      case .nameTaken(let name):
        language(
          "Another trip already has the name “\(name)”. Names of trips are unique.",
          "「\(name)」という旅行はすでにあります。旅行名は一意でなければなりません。")
      case .endsBeforeStart:
        language("A trip cannot end before it starts.", "終了日は開始日より前にできません。")
      case .notFound:
        language("This trip was deleted meanwhile.", "この旅行はすでに削除されています。")
      }
    }
  }
}
