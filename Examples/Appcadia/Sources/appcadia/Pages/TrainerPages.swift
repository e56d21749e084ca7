import AppcadiaCore
import ExamplePages
import Foundation
import WebServer

// Trainers and rewards, with their pictures.

extension GoalHandlers {
  func showTrainers(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let store = store
    let cards = try store.trainers.trainers().map { trainer in
      let type = TrainerType(rawValue: trainer.type).map { GoalWords.name($0, language) }
      let choice: HTML =
        trainer.isSelected
        ? "<span class=\"badge\">✓ \(language("Your trainer", "選択中"))</span>"
        : actionButton(
          "/trainers/\(trainer.id.uuidString.lowercased())/choose", language("Choose", "選ぶ"),
          of: trainer.name, style: "")
      return """
        <li class="card" data-key="\(trainer.id.uuidString)">\
        <img class="picture" src="/pictures/\(trainer.avatarImageName).svg" alt="">\
        <h2>\(trainer.name)</h2><p>\(trainer.description)</p>\
        <p class="faint">\(type ?? trainer.type) · \(trainer.personality)</p>\
        <div class="row">\(choice)</div></li>

        """ as HTML
    }
    let body: HTML = """
      <div data-live="trainers"><ul class="cards gallery">\(cards)</ul></div>
      """
    return try page(
      request, title: language("Trainers", "トレーナー"), place: "/trainers", body, store)
  }

  func choose(_ request: WebRequest) throws -> WebResponse {
    guard let id = UUID(uuidString: request["id"]) else { throw WebRefusal.nothing(at: request) }
    let store = store
    let isFirst = try store.settings.settings().isFirstLaunch
    let unlocked = try store.trainers.choose(id: id).unlocked.map(\.id.uuidString)
    // From now on, the language of the settings applies: the one in which the user chose.
    if isFirst { try store.settings.update { $0.language = PageLanguage(request).rawValue } }
    let query = unlocked.isEmpty ? "" : "&rewards=\(unlocked.joined(separator: ","))"
    return .seeOther("/trainers?done=chosen\(query)")
  }

  func showRewards(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let store = store
    let count = try store.trainers.stampCount()
    let trainers = try store.trainers.trainers().sorted { $0.isSelected && !$1.isSelected }
    let sections = try trainers.map { trainer in
      let cards = try store.trainers.rewards(of: trainer).map { card($0, stamps: count, language) }
      let badge: HTML? =
        trainer.isSelected
        ? " <span class=\"badge\">\(language("Your trainer", "選択中"))</span>" : nil
      return """
        <h2>\(trainer.name)\(badge)</h2>
        <ul class="cards gallery">\(cards)</ul>

        """ as HTML
    }
    let body: HTML = """
      <div data-live="rewards"><p>\(language(
        "You have \(StreakText.count(count, "stamp")). The trainer whom you chose unlocks rewards.",
        "スタンプは\(count)個です。選択中のトレーナーの報酬が解放されます。"))</p>\(sections)</div>
      """
    return try page(request, title: language("Rewards", "報酬"), place: "/rewards", body, store)
  }

  private func card(_ reward: Reward, stamps: Int, _ language: PageLanguage) -> HTML {
    let kinds = [
      RewardType(rawValue: reward.type).map { GoalWords.name($0, language) },
      RewardRarity(rawValue: reward.rarity).map { GoalWords.name($0, language) },
    ].compactMap(\.self).joined(separator: " · ")
    let rest = max(0, Int(reward.threshold) - stamps)
    let state =
      if reward.isUnlocked {
        language(
          "Unlocked on \(reward.unlockedAt.map { language.day($0, in: timeZone) } ?? "")",
          "\(reward.unlockedAt.map { language.day($0, in: timeZone) } ?? "")に解放")
      } else if rest == 0 {
        language("Locked: choose the trainer", "未解放：このトレーナーを選ぶと解放されます")
      } else {
        language(
          "Locked: \(StreakText.count(Int(reward.threshold), "stamp")), \(rest) to go",
          "未解放：スタンプ\(reward.threshold)個（あと\(rest)個）")
      }
    return """
      <li class="card\(reward.isUnlocked ? "" : " locked")" data-key="\(reward.id.uuidString)">\
      <img class="picture" src="/pictures/\(reward.contentFileName).svg" alt="">\
      <h3>\(reward.name)</h3>\(reward.isUnlocked ? "<p>\(reward.description)</p>" as HTML : nil)\
      <p class="faint">\(kinds)</p><p class="faint">\(state)</p></li>

      """
  }

  func showPicture(_ request: WebRequest) throws -> WebResponse {
    guard let drawing = Drawing(request["name"]) else { throw WebRefusal.nothing(at: request) }
    return WebAsset("image/svg+xml", drawing.svg.text.utf8).response(to: request)
  }
}
