import ExamplePages
import ExampleSupport
import ExampleSync
import Foundation
import MinecraftSpotsCore
import SwiftData
import WebServer

/// The pages of spots.
enum SpotPages: PagedApp {
  static let program = "spots"
  static let port: UInt16 = 8_091

  static let description = PagedAppDescription(
    name: "Spots",
    summary: ("Places in Minecraft worlds", "Minecraftのスポット"),
    navigation: [
      ("/worlds", "Worlds", "ワールド"), ("/spots", "Spots", "スポット"), ("/map", "Map", "地図"),
      ("/settings", "Settings", "設定"),
    ], color: "#2e6b34",
    symbol: """
      <path d="M22 44 50 28 78 44V72L50 88 22 72z" fill="#8a5a3b"/><path d="M22 44 50 28 78 44 50 60z" \
      fill="#8fd694"/><path d="M50 60V88" stroke="#6b4429" stroke-width="2"/><path d="M50 12a13 13 0 0 1 \
      13 13c0 9-13 22-13 22S37 34 37 25a13 13 0 0 1 13-13z" fill="#fff"/>
      """)

  static func openContainer(in session: Session) throws -> ModelContainer {
    try session.openSpots()
  }

  static func routes(_ container: ModelContainer, _ session: Session) -> [WebRoute] {
    let pages = SpotHandlers(
      container: container, session: session,
      sync: SyncPages(SpotsSync.self, in: session, on: container))
    return [
      WebRoute("GET", "/") { _ in .seeOther("/worlds") },
      WebRoute("GET", "/worlds", respond: pages.showWorlds),
      WebRoute("POST", "/worlds", respond: pages.addWorld),
      WebRoute("GET", "/worlds/:id", respond: pages.showWorld),
      WebRoute("POST", "/worlds/:id", respond: pages.changeWorld),
      WebRoute("POST", "/worlds/:id/delete", respond: pages.deleteWorld),
      WebRoute("GET", "/spots", respond: pages.showSpots),
      WebRoute("GET", "/add", respond: pages.showAdding),
      WebRoute("POST", "/spots", bodySize: 32 << 20, respond: pages.addSpot),
      WebRoute("GET", "/spots/:id", respond: pages.showSpot),
      WebRoute("POST", "/spots/:id", bodySize: 32 << 20, respond: pages.changeSpot),
      WebRoute("POST", "/spots/:id/delete", respond: pages.deleteSpot),
      WebRoute("GET", "/spots/:id/picture", respond: pages.picture),
      WebRoute("GET", "/map", respond: pages.showMap),
      WebRoute("GET", "/settings", respond: pages.showSettings),
      WebRoute("POST", "/settings/icloud", respond: pages.switchCloud),
    ] + pages.sync.routes(returningTo: "/settings")
  }

  static func problem(_ error: any Error, _ language: PageLanguage) -> String? {
    guard let error = error as? SpotError else { return nil }
    guard language == .japanese else {
      return [error.errorDescription, error.recoverySuggestion].compactMap(\.self)
        .joined(separator: " ")
    }
    return switch error {
    case .itemNotFound: "このスポットはすでに削除されています。"
    case .worldNotFound: "このワールドはすでに削除されています。"
    case .worldNameTaken(let name, _): "「\(name)」という名前のワールドはすでにあります。別の名前を入力してください。"
    case .worldHasItems(_, let count):
      "ワールドには\(count)件のスポットがあるため、削除していません。一緒に削除するか、別のワールドに移してください。"
    case .emptyName: "名前を入力してください。"
    case .outsideWorld:
      "座標がワールドの外です。XとZは-30,000,000から30,000,000、Yは-2,032から2,031です。"
    case .noImage: "このスポットには写真がありません。"
    case .notAnImage: "画像ファイルではありません。PNG、JPEG、GIF、WebP、BMP、HEICのファイルを選んでください。"
    }
  }
}
